import { sql, type Expression } from 'kysely'
import type { BookingKind } from '#shared/bookings.ts'
import type { Day } from '#shared/dates.ts'
import type { Database } from '#server/lib/db.ts'
import { asUuid } from './queries.ts'

/** What the item lists of one page may weigh, in bytes: several pages are in memory at once. */
const PAGE_BYTES = 1_000_000

/** The bookings of one kind that My Bookings lists for a person. */
export interface OwnList {
  userId: string
  kind: BookingKind
  now: Date
  /** The agency's. */
  today: Day
}

/** A page of a list. `before`: the id of the last booking of the page before; the list goes on after it. */
export interface PageQuery {
  limit: number
  before?: string | undefined
}

/** A booking's place within its page, from 1. */
export interface Place {
  id: string
  place: number
}

/** Returns how many bookings a list holds. */
export async function countListed(db: Database, list: OwnList): Promise<number> {
  const { count } = await listed(db, list)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Selects one page of a list (decisions, "Second round"): the unfinished and upcoming bookings first, then the others, the
 * newest first in each part. Nothing follows a booking that is not the person's own.
 */
export function selectPage(db: Database, list: OwnList, { limit, before }: PageQuery) {
  const order = sql`(${isOpen('bookings', list.today)}, bookings.created_at, bookings.id)`
  let page = listed(db, list)
    .select('bookings.id')
    .select(sql<number>`row_number() over (order by ${order} desc)`.as('place'))
    .orderBy(sql`${order} desc`)
    .limit(limit)
  if (before !== undefined) {
    const last = sql`(select ${isOpen('last', list.today)}, last.created_at, last.id from bookings as last
      where last.id = ${asUuid(before)} and last.user_id = ${list.userId})`
    page = page.where(sql<boolean>`${order} < ${last}`)
  }
  return page
}

/** Selects the first bookings of a page of vehicle bookings, as many as it may weigh; at least one. */
export function selectWithinBytes(db: Database, page: Expression<Place>) {
  const weighed = db
    .selectFrom(sql<Place>`${page}`.as('page'))
    .innerJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'page.id')
    .select(['page.id', 'page.place'])
    .select(sql<number>`sum(item_bytes) over (order by page.place) - item_bytes`.as('bytes_before'))
    .as('weighed')
  return db.selectFrom(weighed).select(['weighed.id', 'weighed.place']).where('weighed.bytes_before', '<', PAGE_BYTES)
}

/** Ended unpaid, a tour is not listed any more; a vehicle booking is until its day has come, since it can be quoted again. */
function listed(db: Database, { userId, kind, now }: OwnList) {
  return db
    .selectFrom('bookings')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where((eb) =>
      eb.or([
        eb('status', '!=', 'expired'),
        eb.exists(
          eb
            .selectFrom('vehicle_bookings')
            .select('booking_id')
            .whereRef('vehicle_bookings.booking_id', '=', 'bookings.id')
            .where('pickup_at', '>', now),
        ),
      ]),
    )
}

/** Whether a booking is unfinished or upcoming. */
function isOpen(table: 'bookings' | 'last', today: Day) {
  const [status, startsOn] = [sql.ref(`${table}.status`), sql.ref(`${table}.starts_on`)]
  return sql<boolean>`(${status} in ('pending', 'approved') or ${status} = 'confirmed' and ${startsOn} >= ${today})`
}
