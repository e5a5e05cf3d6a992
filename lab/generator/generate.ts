import { sql } from 'kysely'
import pg from 'pg'
import { dayIn } from '#shared/dates.ts'
import { addUpSales } from '#server/features/desk/figures.ts'
import { addUpDays } from '#server/features/ledger/days.ts'
import { addUpRevenue } from '#server/features/ledger/revenue-sums.ts'
import { createDatabase, type ConnectionOptions, type Database } from '#server/lib/db.ts'
import { sessionName } from '#server/lib/session-names.ts'
import { readWords } from '#server/seed/words.ts'
import { addDeparture, noRows, type SalesRows } from './bookings.ts'
import { copyRows, type Row } from './copy.ts'
import { accountRow } from './people.ts'
import type { Amounts, Run } from './run.ts'
import { departuresOf } from './sales.ts'
import { tourRows } from './tours.ts'

/** One per core of the machines this is meant for. */
const WRITERS = 2
const TOURS_AT_ONCE = 2000
const PEOPLE_AT_ONCE = 10_000
const BOOKINGS_AT_ONCE = 5000

export interface Order extends Amounts {
  seed: number
  now: Date
  timeZone: string
}

type Tables = Record<string, Row[]>

/**
 * Adds generated business to the database and returns the number of the run. The same seed, run number and day give the
 * same rows. Each batch is a transaction, so that an interrupted run leaves only complete tours and bookings. The role
 * must be able to write the tables, and the demo content must exist for its pictures.
 */
export async function generate(
  connection: ConnectionOptions,
  order: Order,
  say: (line: string) => void = () => undefined,
): Promise<number> {
  const pool = new pg.Pool({ ...connection, max: WRITERS, application_name: sessionName('generator') })
  const db = createDatabase(pool)
  try {
    const run = await startRun(db, order)
    await writeAll(pool, toursOf(run), said('tours', order.tours, say))
    await writeAll(pool, peopleOf(run), said('people', order.people, say))
    await writeAll(pool, salesOf(run), said('bookings', order.bookings, say), async (client, { payments = [] }) => {
      const ids = payments.map((row) => row['booking_id'])
      const { sql: text, parameters } = sql`select post_generated_bookings(${ids}::uuid[], ${run.today}::date)`.compile(db)
      await client.query(text, [...parameters])
    })
    await addUpSales(db)
    await addUpDays(db)
    await addUpRevenue(db)
    await db.updateTable('generation_runs').set({ finished_at: new Date() }).where('id', '=', run.id).execute()
    return run.id
  } finally {
    await db.destroy()
  }
}

async function startRun(db: Database, { tours, people, bookings, seed, now, timeZone }: Order): Promise<Run> {
  const amounts = { tours, people, bookings }
  const { id } = await db
    .insertInto('generation_runs')
    .values({ ...amounts, seed })
    .returning('id')
    .executeTakeFirstOrThrow()
  const last = await db
    .selectFrom('tours')
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirstOrThrow()
  // The maximum of an empty table is null.
  const lastPosition = (last.position as number | null) ?? -1
  return { ...amounts, id, lastPosition, seed, now, today: dayIn(timeZone, now), words: await readWords() }
}

type Posting = (client: pg.ClientBase, tables: Tables) => Promise<void>

/** Calls `after` at the end of each batch's transaction, and `written` after it. */
async function writeAll(
  pool: pg.Pool,
  batches: Generator<Tables>,
  written: (tables: Tables) => void,
  after: Posting = async () => undefined,
): Promise<void> {
  const writers = Array.from({ length: WRITERS }, async () => {
    const client = await pool.connect()
    try {
      // The writers share one generator of batches.
      for (const tables of batches) {
        await client.query('begin')
        for (const [table, rows] of Object.entries(tables)) await copyRows(client, table, rows)
        await after(client, tables)
        await client.query('commit')
        written(tables)
      }
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  })
  await Promise.all(writers)
}

function said(table: 'tours' | 'people' | 'bookings', all: number, say: (line: string) => void): (tables: Tables) => void {
  let done = 0
  return (tables) => {
    const before = done
    done += (tables[table] ?? tables['users'] ?? []).length
    if (Math.floor((done * 10) / all) > Math.floor((before * 10) / all)) say(`${done} of ${all} ${table}`)
  }
}

function* toursOf(run: Run): Generator<Tables> {
  for (let start = 0; start < run.tours; start += TOURS_AT_ONCE) {
    const all = Array.from({ length: Math.min(TOURS_AT_ONCE, run.tours - start) }, (_, index) => tourRows(run, start + index))
    yield {
      tours: all.map(({ tour }) => tour),
      tour_images: all.flatMap(({ images }) => images),
      itinerary_days: all.flatMap(({ days }) => days),
    }
  }
}

function* peopleOf(run: Run): Generator<Tables> {
  for (let start = 0; start < run.people; start += PEOPLE_AT_ONCE) {
    yield { users: Array.from({ length: Math.min(PEOPLE_AT_ONCE, run.people - start) }, (_, index) => accountRow(run, start + index)) }
  }
}

function* salesOf(run: Run): Generator<Tables> {
  let rows = noRows()
  for (const departure of departuresOf(run)) {
    addDeparture(run, rows, departure)
    if (rows.bookings.length < BOOKINGS_AT_ONCE) continue
    yield inOrder(rows)
    rows = noRows()
  }
  yield inOrder(rows)
}

/** A review locks its tour, so all writers must take tours in the same order to avoid a deadlock. */
function inOrder(rows: SalesRows): Tables {
  return { ...rows, reviews: rows.reviews.toSorted((one, other) => (String(one['tour_id']) < String(other['tour_id']) ? -1 : 1)) }
}
