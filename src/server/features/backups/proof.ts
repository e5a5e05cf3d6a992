import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { dayIn } from '#shared/dates.ts'
import { listUnevenDays } from '#server/features/ledger/days.ts'
import { listUnevenMonths } from '#server/features/ledger/revenue-sums.ts'
import { compareBooks } from '#server/features/reconciliation/compare.ts'
import { listFaults } from '#server/features/reconciliation/proof.ts'
import { listTasksSince } from '#server/features/tasks/tasks.ts'
import { TIGHT_BYTES } from '#server/lib/data-folder.ts'
import { createDatabase, createPool, errorCode, openClient, type ConnectionOptions, type Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { BundleError } from './bundle-format.ts'
import type { WholeBundle } from './bundle-reading.ts'
import type { Target } from './places.ts'
import { listUploads, type Proof } from './records.ts'
import { restoreBundle } from './restoring.ts'
import { BrokenFileError, verifyBundle } from './whole-bundle.ts'

/** Days before the backup's moment for which the provider's lists are compared; the night before has compared those before. */
const DAYS = 3
const LIMIT_MS = 30 * 60_000
const TOLD = 5

export interface ProofOrder extends Target, Beside {
  key: string | undefined
  /** The site's own database, which has changed since the backup. */
  site: Database
  /** False: the backup is only read. */
  isRestored: boolean
  /** Runs the work with everything that features need, on a restored database that can only read the provider. */
  withDepsOn: (scratch: ConnectionOptions, work: (deps: Deps, log: FastifyBaseLogger) => Promise<void>) => Promise<void>
}

/**
 * Proves that a backup can be restored: reads it to the last bit, restores it into a scratch database, and compares the books there among
 * themselves and with the card provider's as of the backup's moment. Never throws for what it finds.
 */
export async function proveBackup(order: ProofOrder, say: (line: string) => void): Promise<Proof> {
  const startedAt = Date.now()
  const end = (proof: Proof['proof'], finding: string | null, hasBrokenFile = false): Proof => ({
    proof,
    finding,
    hasBrokenFile,
    seconds: Math.round((Date.now() - startedAt) / 1000),
  })
  try {
    const whole = await verifyBundle(order, order.key)
    if (!order.isRestored) return end('read', 'BACKUP_PROOF is off.')
    const { files, books, notCompared } = await inScratch(order, async (scratch) => findFaults(order, scratch, whole, say))
    const faults = [...files.missing.map((key) => `the file ${key} is missing`), ...files.broken, ...books]
    if (faults.length > 0) return end('failed', inWords(faults), files.broken.length > 0)
    if (notCompared.length > 0)
      return end('read', `It was restored and its books agree. It couldn’t be reconciled with the card provider: ${inWords(notCompared)}`)
  } catch (error) {
    if (error instanceof NoScratchError) return end('read', error.message)
    const message = error instanceof Error ? error.message : 'unknown'
    const finding = error instanceof BundleError ? message : `It could not be restored: ${message}`
    return end('failed', finding, error instanceof BrokenFileError)
  }
  return end('proven', null)
}

interface Found {
  files: ReturnType<typeof listFileFaults>
  books: string[]
  /** What could not be read at the card provider, which says nothing about the backup. */
  notCompared: string[]
}

async function findFaults(order: ProofOrder, scratch: ConnectionOptions, whole: WholeBundle, say: (line: string) => void): Promise<Found> {
  await restoreBundle({ ...order, owner: scratch, isReplacing: false, files: undefined, cardSandbox: undefined }, whole, say)
  const found: Found = { files: { missing: [], broken: [] }, books: [], notCompared: [] }
  const db = createDatabase(createPool(scratch, 2, () => undefined, 0))
  try {
    found.files = listFileFaults(await listUploads(db), whole.members)
    found.books.push(...(await listFaultsOfBooks(db)))
  } finally {
    await db.destroy()
  }
  if (found.files.missing.length > 0) found.files.missing = await onlyThere(order.site, found.files.missing)
  await order.withDepsOn(scratch, async (deps, log) => compareWithProvider(deps, log, new Date(whole.manifest.moment), found))
  return found
}

/** A file that was deleted between the rows and the files of the backup is in the former alone, and no one misses it. */
async function onlyThere(site: Database, keys: readonly string[]): Promise<string[]> {
  const there = new Set((await listUploads(site)).map(({ key }) => key))
  return keys.filter((key) => there.has(key))
}

/** What the provider has had since is taken over in the scratch database; what cannot be, and has no task in the backup already, is a fault. */
async function compareWithProvider(deps: Deps, log: FastifyBaseLogger, moment: Date, { books, notCompared }: Found): Promise<void> {
  const [startedAt, ageMs] = [deps.now(), Math.max(0, deps.now().getTime() - moment.getTime())]
  const upTo = dayIn(deps.config.AGENCY_TIME_ZONE, moment)
  const { failures } = await compareBooks(deps, log, { days: DAYS, upTo, ageMs, limitMs: LIMIT_MS })
  const opened = await listTasksSince(deps.db, startedAt)
  notCompared.push(...failures)
  books.push(...opened.map(({ kind, cause }) => `differs from the card provider’s records (${kind}): ${cause}`))
}

function inWords(faults: readonly string[]): string {
  const more = faults.length > TOLD ? ` … and ${faults.length - TOLD} more` : ''
  return `${faults.slice(0, TOLD).join('; ').replace(/\.$/, '')}${more}.`
}

const NO_RIGHT = '42501'
const NO_ROOM = '53100'
const NO_ROOM_LEFT = 'There isn’t enough space for a second copy of the database.'

/** There is nowhere to try a backup: without the right to create a database, or without room. */
export class NoScratchError extends Error {}

/** A copy is as large as the database, and while it is made its log may be too. */
const COPIES = 2

export interface Beside {
  owner: ConnectionOptions
  /** Finds the bytes that are free on the database's disk; absent where no one here knows that. */
  findFree: (() => Promise<number>) | undefined
}

/**
 * Runs the work with a new, empty database beside the site's, and drops that, as it does one that a killed process has left: one at a time for
 * each site. Throws `NoScratchError`.
 */
export async function inScratch<T>({ owner, findFree }: Beside, work: (scratch: ConnectionOptions) => Promise<T>): Promise<T> {
  const { name, bytes } = await measure(owner)
  const drop = `drop database if exists ${name} with (force)`
  await administer(owner, drop).catch(explain)
  if (findFree && (await findFree()) < COPIES * bytes + TIGHT_BYTES) throw new NoScratchError(NO_ROOM_LEFT)
  await administer(owner, `create database ${name} template template0 encoding 'UTF8'`).catch(explain)
  try {
    return await work(beside(owner, name)).catch(explain)
  } finally {
    await administer(owner, drop)
  }
}

/** Returns the size of the site's database, and the name for one beside it: other sites on the same server have names of their own. */
async function measure(owner: ConnectionOptions): Promise<{ name: string; bytes: number }> {
  const [row] = await administer(owner, `select oid, pg_database_size(oid) as bytes from pg_database where datname = current_database()`)
  return { name: `meridian_proof_${String(row?.['oid'])}`, bytes: Number(row?.['bytes']) }
}

function explain(error: unknown): never {
  if (errorCode(error) === NO_RIGHT)
    throw new NoScratchError('The database role isn’t allowed to create databases (CREATEDB).', { cause: error })
  if (errorCode(error) === NO_ROOM) throw new NoScratchError(NO_ROOM_LEFT, { cause: error })
  throw error
}

async function administer(owner: ConnectionOptions, statement: string): Promise<Record<string, unknown>[]> {
  const client = await openClient(owner, 'proof')
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

function beside(owner: ConnectionOptions, database: string): ConnectionOptions {
  if (!('connectionString' in owner)) return { ...owner, database }
  const url = new URL(owner.connectionString)
  url.pathname = `/${database}`
  return { ...owner, connectionString: url.href }
}

const PIECE = 1000

/** Selects, as `fault`, departures whose seats are not those of their bookings. */
const SEAT_FAULTS = `
  select format('departure %s of tour %s: %s seats taken, %s in bookings, of %s', departs_on, tour_id, seats_taken, coalesce(held, 0), capacity) as fault
  from departures left join (
    select tour_id, departs_on, sum(coalesce(seats, guests)) as held from bookings join tour_bookings on booking_id = bookings.id
    where status in ('pending', 'confirmed') group by tour_id, departs_on
  ) as standing using (tour_id, departs_on)
  where seats_taken <> coalesce(held, 0) or coalesce(held, 0) > capacity`

const ENTRY_FAULTS = `
  select format('entry %s: %s %s too much', entry_id, sum(amount_cents), currency) as fault from postings
  group by entry_id, currency having sum(amount_cents) <> 0`

const REFUND_FAULTS = `
  select format('payment %s: %s of %s paid back', payments.id, sum(refunds.amount_cents), payments.amount_cents) as fault
  from payments join refunds on payment_id = payments.id where state not in ('failed', 'canceled')
  group by payments.id having sum(refunds.amount_cents) > payments.amount_cents`

/** Returns what does not agree in a restored database: seats, stock, codes and lines with bookings, money with the ledger. */
async function listFaultsOfBooks(db: Database): Promise<string[]> {
  const faults: string[] = []
  for (const query of [SEAT_FAULTS, SOLD_FAULTS, ENTRY_FAULTS, REFUND_FAULTS]) {
    const { rows } = await sql<{ fault: string }>`${sql.raw(query)}`.execute(db)
    faults.push(...rows.map(({ fault }) => fault))
  }
  faults.push(...(await listLedgerFaults(db)))
  faults.push(...(await listUnevenDays(db)).map((day) => `the totals for ${day} don’t match its postings`))
  faults.push(...(await listUnevenMonths(db)).map((month) => `the revenue for ${month} doesn’t match its postings`))
  return faults
}

/** None while history is still being posted: then bookings lack postings that no one has forgotten. */
async function listLedgerFaults(db: Database): Promise<string[]> {
  const progress = await db.selectFrom('ledger_progress').select('replayed_at').executeTakeFirst()
  if (!progress?.replayed_at) return []
  const faults: string[] = []
  for (let ids = await listPaid(db); ids.length > 0; ids = await listPaid(db, ids.at(-1)))
    for (const { bookingId, fault } of await listFaults(db, ids)) faults.push(`booking ${bookingId}: ${fault}`)
  return faults
}

/** Returns the next bookings with payments by id, so that a large agency's are never all in memory. */
async function listPaid(db: Database, after?: string): Promise<string[]> {
  const query = db.selectFrom('payments').select('booking_id').distinct().orderBy('booking_id').limit(PIECE)
  const rows = await (after === undefined ? query : query.where('booking_id', '>', after)).execute()
  return rows.map(({ booking_id: id }) => id)
}

/** Returns the uploaded files that rows speak of and that were not backed up, and what is wrong with those of another size. */
function listFileFaults(
  uploads: readonly { key: string; bytes: number }[],
  members: ReadonlyMap<string, { bytes: number }>,
): { missing: string[]; broken: string[] } {
  const sizeOf = (key: string) => members.get(`files/${key}`)?.bytes
  return {
    missing: uploads.filter(({ key }) => sizeOf(key) === undefined).map(({ key }) => key),
    broken: uploads
      .filter(({ key, bytes }) => ![undefined, bytes].includes(sizeOf(key)))
      .map(({ key, bytes }) => `the file ${key} has ${sizeOf(key)} bytes instead of ${bytes}`),
  }
}

/**
 * Selects, as `fault`, where what was sold is not what is counted: seats of a slot, stock of extras and uses of codes by the bookings that hold
 * them, and the lines of a booking by its total and what the provider was asked to charge.
 */
export const SOLD_FAULTS = `
  with standing as (
    select bookings.id, tour_id, departs_on, slot_id, seats from bookings join tour_bookings on booking_id = bookings.id
    where status in ('pending', 'confirmed')
  ), lines as (
    select * from booking_lines where version = (select max(version) from booking_lines as last where last.booking_id = booking_lines.booking_id)
  )
  select format('slot %s: %s seats taken, %s in bookings, of %s', id, seats_taken, held, capacity) as fault from departure_slots
    cross join lateral (select coalesce(sum(seats), 0) as held from standing where slot_id = departure_slots.id) as booked
    where seats_taken <> held or held > capacity
  union all
  select format('%s %s %s: %s taken, %s in bookings, of %s', tour_id, departs_on, extra_id, taken, held, stock) from departure_extras
    cross join lateral (
      select coalesce(sum(quantity), 0) as held from standing join lines on booking_id = standing.id
      where standing.tour_id = departure_extras.tour_id and standing.departs_on = departure_extras.departs_on and kind = 'extra' and ref = extra_id) as booked
    where taken <> held or held > stock
  union all
  select format('code %s: %s uses, %s in bookings, of %s', text, uses, held, most_uses) from codes
    cross join lateral (select count(*) as held from code_uses where code_id = codes.id and freed_at is null) as used
    where most_uses is not null and (uses <> held or held > most_uses)
  union all
  select format('booking %s: lines of %s, total %s', reference, sum(lines.total_cents), bookings.total_cents)
    from bookings join lines on booking_id = bookings.id group by bookings.id having sum(lines.total_cents) <> bookings.total_cents
  union all
  select format('booking %s: asked %s for lines of %s', reference, amount_cents, sum(lines.total_cents))
    from payment_attempts join bookings on bookings.id = payment_attempts.booking_id join lines on lines.booking_id = bookings.id
    where bookings.kind = 'tour' group by bookings.id, payment_attempts.id having sum(lines.total_cents) <> amount_cents`
