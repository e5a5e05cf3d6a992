import { expect, test } from 'vitest'
import { faultsOfTables, findStaleReads, findUnowned, tablesOf } from './tables.ts'

const writes = (statement: string) => `export const write = async (trx, db) => ${statement}\n`

test.each([
  ["trx.insertInto('payments').values(row).execute()", 'src/server/features/fulfilment/fulfil.ts', 'writes payments'],
  ["trx\n  .updateTable('departures')\n  .set(row)", 'src/server/features/cancellations/departure-endings.ts', 'writes departures'],
  ["trx.deleteFrom('users as gone')", 'src/server/features/reviews/commands.ts', 'writes users'],
  ['sql`update payments set role = ${role}`.execute(trx)', 'src/server/features/refunds/records.ts', 'writes payments'],
  ['sql<Row>`\n  insert into tasks (id) values (1)`.execute(trx)', 'src/server/features/tours/seats.ts', 'writes tasks'],
  ["triesOf('refunds', isOver)", 'src/server/features/payments/payments.ts', 'writes refunds'],
  ["trx.insertInto('mails').values(row)", 'src/server/lib/mail-counts.ts', 'writes mails'],
  ['trx.updateTable(kind.table)', 'src/server/features/reconciliation/sweep.ts', 'a table that it does not name'],
  ["trx.insertInto('holidays').values(row)", 'src/server/features/tours/seats.ts', 'which nobody owns'],
])('%s in %s is refused', (statement, name, says) => {
  expect(faultsOfTables(name, writes(statement))).toEqual([expect.stringContaining(says)])
})

test.each([
  ["db.selectFrom('refunds').selectAll()", 'src/server/features/reviews/queries.ts', 'reads refunds'],
  ["db.selectFrom('bookings').leftJoin('quote_links', 'a', 'b')", 'src/server/features/checkout/sessions.ts', 'reads quote_links'],
  ["db.selectFrom(['tours', 'reviews'])", 'src/server/features/vehicles/queries.ts', 'reads reviews'],
  ['sql`select id from departure_cancellations`', 'src/server/features/refunds/what-is-left.ts', 'reads departure_cancellations'],
])('%s in %s climbs, and is refused', (statement, name, says) => {
  expect(faultsOfTables(name, writes(statement))).toEqual([expect.stringContaining(says)])
})

test('the owner writes its table, those above read it, the outbox puts emails in, and tests do as they like', () => {
  expect(faultsOfTables('src/server/features/payments/holds.ts', writes("trx.updateTable('payment_attempts')"))).toEqual([])
  expect(faultsOfTables('src/server/features/quotes/queries.ts', writes("db.selectFrom('payments')"))).toEqual([])
  expect(faultsOfTables('src/server/lib/mail-outbox.ts', writes("trx.insertInto('mails')"))).toEqual([])
  expect(faultsOfTables('src/server/features/tours/tours.test.ts', writes("db.deleteFrom('refunds')"))).toEqual([])
  expect(faultsOfTables('src/server/seed/demo.ts', writes("db.insertInto('users')"))).toEqual([])
})

test('what a comment says of a table counts for nothing', () => {
  expect(tablesOf("/** As trx.insertInto('payments') did. */\n// sql`delete from refunds`\nexport {}\n")).toEqual({ writes: [], reads: [] })
})

test('a table without an owner is named, and so is one that is owned but not there', () => {
  const faults = findUnowned('export interface DB {\n  holidays: Holidays;\n  users: Users;\n}\n')
  expect(faults).toContain('scripts/structure/features.ts: nobody owns the table holidays')
  expect(faults).toContain('scripts/structure/features.ts: there is no table payments')
  expect(faults).not.toContain('scripts/structure/features.ts: there is no table users')
})

test('an entry among the reads that climb goes with the last read that needs it', () => {
  expect(findStaleReads(new Map())).toContainEqual(expect.stringContaining('tours no longer reads tour_bookings'))
})
