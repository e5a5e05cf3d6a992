import { sql, type Expression, type ExpressionBuilder, type RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { BookingKind, BookingRefund, RefundPolicy } from '#shared/bookings.ts'
import type { Day } from '#shared/dates.ts'
import type { BookingPageQuery } from '#shared/list-pages.ts'
import { centsToDecimal, type Currency } from '#shared/money.ts'
import { summariseRefunds, type RefundState } from '#shared/refunds.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { notFound } from '#server/lib/errors.ts'
import { isUuid } from '#server/lib/uuids.ts'
import type { LockedBooking } from './commands.ts'

/** The most bytes of item lists in one page, since several pages are in memory at once. */
const PAGE_BYTES = 1_000_000

/** Throws 404 for unknown ids and other people's bookings alike. */
export async function getOwnBooking(db: Database | Trx, userId: string, bookingId: string) {
  const row = await db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', asUuid(bookingId))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound('Booking')
  return row
}

/** Throws 404 for an id that the database could not compare. */
export function asUuid(id: string): string {
  if (!isUuid(id)) throw notFound('Booking')
  return id
}

/**
 * Returns who receives a booking's emails: its own confirmed address, else a vehicle booking's contact if the account has confirmed its
 * address, else the account. `name` is null unless the address belongs to the account and is confirmed, or staff made the account: a name
 * chosen for another person's mailbox could say anything (decisions, "Second round").
 */
export async function getCustomer(trx: Database | Trx, bookingId: string): Promise<{ name: string | null; email: string }> {
  const row = await trx
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .leftJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .leftJoin('booking_contacts', 'booking_contacts.booking_id', 'bookings.id')
    .select(['users.name', 'users.email', 'email_confirmed_at', 'contact_name', 'contact_email', 'booking_contacts.email as own_contact'])
    .select((eb) => eb('users.password_hash', '=', '').as('is_named_by_staff'))
    .where('bookings.id', '=', bookingId)
    .executeTakeFirstOrThrow()
  // Staff chose the name of an account that nobody has signed in to.
  if (!row.email_confirmed_at)
    return { name: row.is_named_by_staff && !row.own_contact ? row.name : null, email: row.own_contact ?? row.email }
  const email = row.own_contact ?? row.contact_email ?? row.email
  const isOwn = email.toLowerCase() === row.email.toLowerCase()
  return { name: isOwn ? (row.contact_name ?? row.name) : null, email }
}

/** The number for this journey, else the account's. */
export function contactPhone(eb: ExpressionBuilder<DB, 'tour_bookings' | 'users'>) {
  return [
    eb.fn.coalesce('tour_bookings.journey_phone', 'users.phone').as('phone'),
    eb.fn.coalesce('tour_bookings.journey_phone_number', 'users.phone_number').as('phone_number'),
  ]
}

/** Leaves out refunds in a currency other than the booking's. */
export function refundsOf(eb: ExpressionBuilder<DB, 'bookings'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('refunds')
      .innerJoin('payments as paid', 'paid.id', 'refunds.payment_id')
      .select(['refunds.id', 'replaces', 'refunds.amount_cents', 'state', 'refunds.created_at'])
      .select(isSettledByPerson)
      .whereRef('paid.booking_id', '=', 'bookings.id')
      .whereRef('refunds.currency', '=', 'bookings.currency'),
  ).as('refunds')
}

/** All tasks about a failed refund are closed and it was not sent again, so it was paid back another way. */
function isSettledByPerson(eb: ExpressionBuilder<DB, 'refunds'>) {
  return eb
    .selectFrom('tasks')
    .select((of) => of.fn<boolean | null>('bool_and', [of('closed_at', 'is not', null)]).as('is_closed'))
    .whereRef('tasks.refund_id', '=', 'refunds.id')
    .where('kind', '=', 'refund_failed')
    .as('is_settled')
}

interface RefundRow {
  id: string
  replaces: string | null
  amount_cents: number
  state: RefundState
  is_settled: boolean | null
  created_at: string
}

/** Returns null without refunds. */
export function toBookingRefund(rows: RefundRow[], currency: Currency): BookingRefund | null {
  const summary = summariseRefunds(
    rows.map(({ id, replaces, amount_cents: cents, state, is_settled, created_at }) => ({
      id,
      replaces,
      amount: { cents, currency },
      state,
      isSettled: is_settled ?? false,
      askedAt: new Date(created_at),
    })),
  )
  if (!summary) return null
  const { state, returned, failed, settled, waiting, disputed } = summary
  return {
    amount: centsToDecimal(returned.cents),
    state,
    ...(failed.cents > 0 && { failedAmount: centsToDecimal(failed.cents) }),
    ...(settled.cents > 0 && { settledAmount: centsToDecimal(settled.cents) }),
    ...(waiting.cents > 0 && { waitingAmount: centsToDecimal(waiting.cents) }),
    ...(disputed.cents > 0 && { disputedAmount: centsToDecimal(disputed.cents) }),
  }
}

/** Returns the refund policy as it was when the booking was made. */
export function policyOf(
  booking: Pick<LockedBooking, 'full_refund_days' | 'partial_refund_days' | 'partial_refund_percentage'>,
): RefundPolicy {
  return {
    fullRefundDays: booking.full_refund_days,
    partialRefundDays: booking.partial_refund_days,
    partialRefundPercentage: booking.partial_refund_percentage,
  }
}

/** Bookings of one kind in a customer's My Bookings. */
export interface OwnList {
  userId: string
  kind: BookingKind
  now: Date
  /** The agency's day. */
  today: Day
}

/** `place` counts from 1 within the page. */
export interface Place {
  id: string
  place: number
}

export async function countListed(db: Database, list: OwnList): Promise<number> {
  const { count } = await listed(db, list)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Selects a page of a list (decisions, "Second round"): unfinished and upcoming bookings first, then the others, each newest first or by
 * date. Nothing follows a booking of somebody else.
 */
export function selectPage(db: Database, list: OwnList, { limit, before, order: by }: BookingPageQuery) {
  const orderOf = (table: 'bookings' | 'last') => {
    const [open, createdAt] = [isOpen(table, list), sql.ref(`${table}.created_at`)]
    return by === 'date' ? sql`${open}, ${nearness(table, open)}, ${createdAt}` : sql`${open}, ${createdAt}`
  }
  const order = sql`(${orderOf('bookings')}, bookings.id)`
  let page = listed(db, list)
    .select('bookings.id')
    .select(sql<number>`row_number() over (order by ${order} desc)`.as('place'))
    .orderBy(sql`${order} desc`)
    .limit(limit)
  if (before !== undefined) {
    const last = sql`(select ${orderOf('last')}, last.id from bookings as last
      where last.id = ${asUuid(before)} and last.user_id = ${list.userId})`
    page = page.where(sql<boolean>`${order} < ${last}`)
  }
  return page
}

/** Selects the leading bookings of a page up to PAGE_BYTES; at least one. */
export function selectWithinBytes(db: Database, page: Expression<Place>) {
  const weighed = db
    .selectFrom(sql<Place>`${page}`.as('page'))
    .innerJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'page.id')
    .select(['page.id', 'page.place'])
    .select(sql<number>`sum(item_bytes) over (order by page.place) - item_bytes`.as('bytes_before'))
    .as('weighed')
  return db.selectFrom(weighed).select(['weighed.id', 'weighed.place']).where('weighed.bytes_before', '<', PAGE_BYTES)
}

/** An expired tour booking is hidden; a vehicle booking stays until its day, because it can be quoted again. */
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

/** Orders upcoming bookings soonest first and past ones latest first, in days. */
function nearness(table: 'bookings' | 'last', open: RawBuilder<boolean>) {
  const days = sql`(${sql.ref(`${table}.starts_on`)} - date '2000-01-01')`
  return sql<number>`case when ${open} then -${days} else ${days} end`
}

function isOpen(table: 'bookings' | 'last', list: Pick<OwnList, 'now' | 'today'>) {
  const status = sql.ref(`${table}.status`)
  return sql<boolean>`(${status} in ('pending', 'approved') or ${status} = 'confirmed' and ${isToCome(table, list)})`
}

/** The booking's day is not over where its days are counted (decisions, "Third round"). */
export function isToCome(table: 'bookings' | 'last', { now, today }: Pick<OwnList, 'now' | 'today'>) {
  const [startsOn, timeZone] = [sql.ref(`${table}.starts_on`), sql.ref(`${table}.time_zone`)]
  return sql<boolean>`${startsOn} >= coalesce((${now}::timestamptz at time zone ${timeZone})::date, ${today}::date)`
}

/** Accepts an id, or a reference in any case. */
export async function findBookingId(db: Database, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where((eb) => (isUuid(name) ? eb('id', '=', name) : eb('reference', '=', name.toUpperCase())))
    .executeTakeFirst()
  return row?.id
}
