import type { FastifyReply } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { BOOKING_TRANSITIONS } from '#shared/bookings/public.ts'
import { SEARCH_LIMITED, type BookingFilters, type ListStaffBookingsQuery, type StaffBooking } from '#shared/bookings/staff.ts'
import { addDays, momentIn, type Day } from '#shared/dates.ts'
import * as calls from '#shared/desk/booking-calls.ts'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import { centsToDecimal } from '#shared/money.ts'
import { asUuid } from '#server/features/bookings/records.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { isOneOf } from '#server/lib/personal-data.ts'
import type { Serving } from '#server/lib/serve.ts'
import { findMatches, type Matches } from './matches.ts'

export function bookingSearch({ read }: Serving, { config }: Pick<Deps, 'config'>): void {
  read(calls.listStaffBookings, async ({ db, query: asked, reply }) => {
    const query = timed(asked, config.AGENCY_TIME_ZONE)
    const matches = await matchesOf(db, asked, reply)
    const [bookings, total] = await Promise.all([listStaffBookings(db, query, matches), countStaffBookings(db, query, matches)])
    if (total !== undefined) reply.header(TOTAL_COUNT, total)
    return bookings
  })
}

export async function matchesOf(db: Database, { search }: BookingFilters, reply: FastifyReply): Promise<Matches | undefined> {
  if (search === undefined) return undefined
  const matches = await findMatches(db, search)
  if (matches.isLimited) reply.header(SEARCH_LIMITED, 'true')
  return matches
}

/** Longer lists are not counted: no one needs the number, and every view would pay for it. */
const MAX_COUNTED = 1000

/** Counts all pages. Returns undefined above MAX_COUNTED. */
async function countStaffBookings(
  db: Database,
  query: Timed<ListStaffBookingsQuery>,
  matches: Matches | undefined,
): Promise<number | undefined> {
  if (query.status && !isPossible(query.kind, query.status)) return 0
  const ids = await listIds(db, { ...query, before: undefined, limit: MAX_COUNTED + 1 }, matches)
  return ids.length > MAX_COUNTED ? undefined : ids.length
}

/** Booking days are converted to moments. */
export type Timed<Query> = Omit<Query, 'bookedFrom' | 'bookedTo'> & { bookedSince?: Date | undefined; bookedBefore?: Date | undefined }

export function timed<Query extends BookingFilters>({ bookedFrom, bookedTo, ...query }: Query, timeZone: string): Timed<Query> {
  const startOf = (day: Day) => momentIn(timeZone, `${day}T00:00`)
  return {
    ...query,
    bookedSince: bookedFrom === undefined ? undefined : startOf(bookedFrom),
    bookedBefore: bookedTo === undefined ? undefined : startOf(addDays(bookedTo, 1)),
  }
}

export async function listStaffBookings(
  db: Database,
  query: Timed<ListStaffBookingsQuery>,
  matches: Matches | undefined,
): Promise<StaffBooking[]> {
  const { kind, status } = query
  // An impossible status would scan a whole index.
  if (status && !isPossible(kind, status)) return []
  const ids = await listIds(db, query, matches)
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .leftJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .leftJoin('payments', (join) => join.onRef('payments.booking_id', '=', 'bookings.id').on('payments.role', '=', 'primary'))
    .select(['bookings.id', 'reference', 'kind', 'bookings.status', 'title', 'starts_on', 'bookings.created_at', 'total_cents'])
    .select(['bookings.currency', 'tour_id', 'guests', 'users.id as user_id', 'users.name', 'users.email', 'provider_payment_id'])
    .select((eb) =>
      eb
        .selectFrom('tasks')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('tasks.booking_id', '=', 'bookings.id')
        .where('closed_at', 'is', null)
        .as('open_tasks'),
    )
    .where(isOneOf('bookings.id', ids))
    .execute()
  const places = new Map(ids.map((id, place) => [id, place]))
  return rows
    .toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
    .map((row) => ({
      id: row.id,
      reference: row.reference,
      kind: row.kind,
      status: row.status,
      title: row.title,
      startsOn: row.starts_on,
      createdAt: row.created_at.toISOString(),
      total: centsToDecimal(row.total_cents),
      currency: row.currency,
      tourId: row.tour_id,
      guests: row.guests,
      customer: { id: row.user_id, name: row.name, email: realAddress(row.email) },
      paymentId: row.provider_payment_id,
      openTasks: row.open_tasks ?? 0,
    }))
}

function isPossible(kind: StaffBooking['kind'] | undefined, status: NonNullable<BookingFilters['status']>): boolean {
  // Every status except the initial `pending` is the target of some transition.
  const becomes = kind === undefined ? [] : Object.values(BOOKING_TRANSITIONS[kind]).flat<readonly string[][]>()
  return kind === undefined || status === 'pending' || becomes.includes(status)
}

/** Returns a page of ids in index order: by travel day if the query filters by it, otherwise by time of booking. */
async function listIds(db: Database, query: Timed<ListStaffBookingsQuery>, matches: Matches | undefined): Promise<string[]> {
  const { tour, from, to, bookedSince, bookedBefore, kind, status, order, limit, before } = query
  const isSoonest = order === 'soonest'
  const isByTravel = isSoonest || tour !== undefined || from !== undefined || to !== undefined
  // For a single tour there is an index by day and booking.
  const day = tour === undefined ? sql`bookings.starts_on` : sql`departs_on`
  const first = isByTravel ? day : sql`bookings.created_at`
  const second = tour === undefined ? sql`bookings.id` : sql`booking_id`
  const conditions = [
    ...(tour === undefined ? [] : [sql`tour_id = ${tour}`]),
    ...(from === undefined ? [] : [sql`${day} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${day} <= ${to}`]),
    ...(bookedSince === undefined ? [] : [sql`bookings.created_at >= ${bookedSince}`]),
    ...(bookedBefore === undefined ? [] : [sql`bookings.created_at <= ${bookedBefore}::timestamptz - interval '1 microsecond'`]),
    ...(kind === undefined ? [] : [sql`bookings.kind = ${kind}`]),
    ...(status === undefined ? [] : [sql`bookings.status = ${status}`]),
    ...(before === undefined ? [] : after({ before, isByTravel, isSoonest, first, second })),
  ]
  const direction = isSoonest ? sql`asc` : sql`desc`
  const { rows } = await sql<{ id: string }>`
    select bookings.id from ${matches ? matchesAsBookings(matches) : sql`bookings`}
    ${tour === undefined ? sql`` : sql`join tour_bookings on booking_id = bookings.id`}
    ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
    order by ${first} ${direction}, ${second} ${direction} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Builds the conditions for what follows a booking in the list's order. The first is sufficient; the second
 * bounds the index scan when the day or moment also has another bound.
 */
function after({ before, isByTravel, isSoonest, first, second }: Place) {
  const own = isByTravel ? sql`last.starts_on` : sql`last.created_at`
  const last = sql`from bookings as last where last.id = ${asUuid(before)}`
  const follows = isSoonest ? sql`>` : sql`<`
  return [sql`(${first}, ${second}) ${follows} (select ${own}, last.id ${last})`, sql`${first} ${follows}= (select ${own} ${last})`]
}

type Place = { before: string; isByTravel: boolean; isSoonest: boolean; first: RawBuilder<unknown>; second: RawBuilder<unknown> }

/** Reads the matching bookings with just the columns of the owners' index, since a thousand people may have many thousands. */
function matchesAsBookings({ userIds, bookingIds }: Matches) {
  const columns = sql`select id, kind, status, starts_on, created_at from bookings`
  return sql`(${columns} where user_id = any(${userIds}::text[])
    union all ${columns} where id = any(${bookingIds}::uuid[]) and not user_id = any(${userIds}::text[])) as bookings`
}
