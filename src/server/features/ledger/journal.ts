import { sql } from 'kysely'
import { referencesMeant } from '#shared/bookings/references.ts'
import { dayIn, timeIn, type Day } from '#shared/dates.ts'
import { downloadJournal, listJournal } from '#shared/ledger/staff-calls.ts'
import type { EntryKind, JournalFilters, JournalQuery, LedgerAccount } from '#shared/ledger/staff.ts'
import { centsToDecimal, centsToUnits } from '#shared/money.ts'
import { recordExport, type FilePart } from '#server/features/audit/commands.ts'
import { BYTE_ORDER_MARK, csvLine, sendCsvFile } from '#server/lib/csv.ts'
import type { Database } from '#server/lib/db.ts'
import type { Serving } from '#server/lib/serve.ts'

export function journalCalls({ read }: Serving, { timeZone, now }: { timeZone: string; now: () => Date }): void {
  read(listJournal, async ({ db, query }) => {
    const entries = await listEntries(db, query)
    return entries.map(({ happenedAt, lines, ...entry }) => ({
      ...entry,
      happenedAt: happenedAt.toISOString(),
      lines: lines.map(({ account, cents, currency }) => ({ account, amount: centsToDecimal(cents), currency })),
    }))
  })
  read(downloadJournal, async ({ db, actor, query, reply }) => {
    const entry = { actor, action: 'journal.exported', subject: { kind: 'journal', id: null } } as const
    const file = journalFile(db, query, timeZone)
    return sendCsvFile(reply, { name: 'journal', at: now() }, recordExport(db, entry, query, file))
  })
}

interface EntryRow {
  id: number
  kind: EntryKind
  day: Day
  happenedAt: Date
  isGenerated: boolean
  booking: { id: string; reference: string } | null
  lines: EntryLine[]
}

interface EntryLine {
  account: LedgerAccount
  cents: number
  currency: string
  receiptId: string | null
  refundId: string | null
}

/** The entries of an account that has at most this many are looked up by the account, those of another by its days. */
const FEW = 5000

/** Returns a page of entries, the newest day first and of a day the last that was written. */
export async function listEntries(db: Database, query: JournalQuery): Promise<EntryRow[]> {
  const { account, booking, tour } = query
  const references = booking === undefined ? undefined : referencesMeant(booking)
  if (references?.length === 0) return []
  // A booking has few entries of any account, and a tour has those of its bookings.
  const isByDays = account !== undefined && references === undefined && tour === undefined && !(await hasFewEntries(db, account))
  const conditions = sql.join([sql`true`, ...conditionsOf(query, references, isByDays)], sql` and `)
  const source = isByDays
    ? sql`(select day, array_agg(distinct kind) as kinds from ledger_sums
          where account = ${account} and day between ${query.from ?? '-infinity'} and ${query.to ?? 'infinity'} group by day order by day desc) as moved
        cross join lateral (
          select * from entries where posted_on = moved.day and kind = any(moved.kinds) and ${conditions}
          order by id desc limit ${query.limit}
        ) as entries order by moved.day desc, entries.id desc`
    : sql`entries where ${conditions} order by posted_on desc, entries.id desc`
  const { rows } = await sql<Omit<EntryRow, 'booking' | 'lines'>>`
    select entries.id, kind, posted_on as day, happened_at as "happenedAt", is_generated as "isGenerated"
    from ${source} limit ${query.limit}`.execute(db)
  const lines = await readLines(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const own = lines.get(row.id) ?? []
    const [of] = own.flatMap(({ bookingId, reference }) => (bookingId && reference ? [{ id: bookingId, reference }] : []))
    return { ...row, booking: of ?? null, lines: own }
  })
}

async function hasFewEntries(db: Database, account: LedgerAccount): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from postings where account = ${account} order by entry_id limit ${FEW + 1}) as first`.execute(
    db,
  )
  return (rows[0]?.count ?? 0) <= FEW
}

function conditionsOf({ from, to, account, kind, tour, before }: JournalQuery, references: string[] | undefined, isByDays: boolean) {
  const ofAccount =
    isByDays || references || tour !== undefined
      ? sql`exists (select from postings where entry_id = entries.id and account = ${account})`
      : sql`entries.id = any(array(select entry_id from postings where account = ${account}))`
  const ofBooking = sql`entries.id = any(array(select entry_id from postings where booking_id = any(array(
    select id from bookings where reference = any(${references}::text[])))))`
  const ofTour = sql`entries.id = any(array(select entry_id from postings where booking_id = any(array(
    select booking_id from tour_bookings where tour_id = ${tour})) ${account === undefined ? sql`` : sql`and account = ${account}`}))`
  return [
    ...(from === undefined ? [] : [sql`posted_on >= ${from}`]),
    ...(to === undefined ? [] : [sql`posted_on <= ${to}`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(account === undefined ? [] : [ofAccount]),
    ...(references === undefined ? [] : [ofBooking]),
    ...(tour === undefined ? [] : [ofTour]),
    ...(before === undefined
      ? []
      : [sql`(posted_on, entries.id) < ((select posted_on from entries where id = ${before}), ${before}::bigint)`]),
  ]
}

/** Debits first, as in every book. */
async function readLines(db: Database, entries: readonly number[]) {
  const rows = await db
    .selectFrom('postings')
    .leftJoin('bookings', 'bookings.id', 'booking_id')
    .select(['entry_id', 'account', 'amount_cents', 'postings.currency', 'booking_id', 'reference', 'receipt_id', 'refund_id'])
    .where('entry_id', '=', sql<number>`any(${entries}::bigint[])`)
    .orderBy('entry_id')
    .orderBy(sql`amount_cents < 0`)
    .orderBy('line')
    .execute()
  const lines = rows.map((row) => ({
    entry: row.entry_id,
    account: row.account as LedgerAccount,
    cents: row.amount_cents,
    currency: row.currency,
    bookingId: row.booking_id,
    reference: row.reference,
    receiptId: row.receipt_id,
    refundId: row.refund_id,
  }))
  return Map.groupBy(lines, ({ entry }) => entry)
}

/** Few, so that the file begins straight away. */
const ENTRIES_AT_FIRST = 50
const ENTRIES_AT_ONCE = 200

/** Consumers read columns by position, so add new ones at the end. */
const COLUMNS = [
  'Entry',
  'Day',
  'Happened at',
  'Kind',
  'Account',
  'Debit',
  'Credit',
  'Currency',
  'Booking',
  'Payment',
  'Refund',
  'Generated',
]

/** In CSV format, a page at a time: one row for each line of each entry. Times are those of `timeZone`. */
export async function* journalFile(db: Database, filters: JournalFilters, timeZone: string): AsyncGenerator<FilePart> {
  let head = BYTE_ORDER_MARK + csvLine(COLUMNS)
  let before: number | undefined
  let limit = ENTRIES_AT_FIRST
  do {
    const page = await listEntries(db, { ...filters, limit, before })
    yield { text: head + page.map((entry) => linesOf(entry, timeZone)).join(''), rows: page.flatMap(({ lines }) => lines).length }
    head = ''
    before = page.length < limit ? undefined : page.at(-1)?.id
    limit = ENTRIES_AT_ONCE
  } while (before !== undefined)
}

function linesOf({ id, day, happenedAt, kind, booking, isGenerated, lines }: EntryRow, timeZone: string): string {
  const moment = `${dayIn(timeZone, happenedAt)} ${timeIn(timeZone, happenedAt)}`
  return lines
    .map(({ account, cents, currency, receiptId, refundId }) => {
      const amounts = cents > 0 ? [centsToUnits(cents), null] : [null, centsToUnits(-cents)]
      const about = [booking?.reference ?? null, receiptId, refundId, isGenerated ? 'yes' : null]
      return csvLine([id, day, moment, kind, account, ...amounts, currency, ...about])
    })
    .join('')
}
