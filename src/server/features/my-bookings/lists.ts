import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { OwnListQuery } from '#shared/bookings/calls.ts'
import type { BookingKind, BookingRefund } from '#shared/bookings/public.ts'
import type { Day } from '#shared/dates.ts'
import { centsToDecimal, type Currency } from '#shared/money.ts'
import { summariseRefunds } from '#shared/refunds/public.ts'
import type { RefundState } from '#shared/refunds/states.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database } from '#server/lib/db.ts'
import { asUuid, isToCome } from '#server/features/bookings/records.ts'
import { isPosted, refundSums } from '#server/features/ledger/booking-sums.ts'
import { postMissing } from '#server/features/ledger/posting.ts'

export interface OwnList {
  userId: string
  kind: BookingKind
  now: Date
  /** In the agency's time zone. */
  today: Day
  /** Of the agency. */
  timeZone: string
}

export async function countListed(db: Database, list: OwnList): Promise<number> {
  const { count } = await listed(db, list)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Selects a page of a list: either unfinished and upcoming bookings first and then the others, newest first within each part, or sorted by
 * date. The page is empty if `before` is not one of the person's own bookings.
 */
export function selectPage(db: Database, list: OwnList, { limit, before, order: by }: OwnListQuery) {
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

/** A tour booking that ended unpaid is no longer listed. A vehicle booking is listed until its day, since it can be quoted again. */
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

/** In days, for sorting downwards: of two upcoming bookings the sooner ranks higher, of two past ones the later. */
function nearness(table: 'bookings' | 'last', open: RawBuilder<boolean>) {
  const days = sql`(${sql.ref(`${table}.starts_on`)} - date '2000-01-01')`
  return sql<number>`case when ${open} then -${days} else ${days} end`
}

function isOpen(table: 'bookings' | 'last', list: Pick<OwnList, 'now' | 'today'>) {
  const status = sql.ref(`${table}.status`)
  return sql<boolean>`(${status} in ('pending', 'approved') or ${status} = 'confirmed' and ${isToCome(table, list)})`
}

/** Selects the refunds of all of a booking's payments that are in the booking's own currency, with what the ledger says of each. */
export function refundsOf(eb: ExpressionBuilder<DB, 'bookings'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('refunds')
      .innerJoin('payments as paid', 'paid.id', 'refunds.payment_id')
      .innerJoinLateral(refundSums.as('sums'), (join) => join.onTrue())
      .select(['refunds.id', 'replaces', 'owed_cents', 'paid_cents', 'state', 'refunds.created_at'])
      .select((of) => [isSettledByPerson(of), isPosted('paid').as('is_posted')])
      .whereRef('paid.booking_id', '=', 'bookings.id')
      .whereRef('refunds.currency', '=', 'bookings.currency'),
  ).as('refunds')
}

/** True if all tasks of a failed refund are closed: since it was not sent again, it was paid back another way. */
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
  owed_cents: number
  paid_cents: number
  state: RefundState
  is_settled: boolean | null
  is_posted: boolean
  created_at: string
}

/**
 * Reads bookings in one statement, and again in the rare case that the money of some has yet to be posted: only then is what is said of their
 * refunds right.
 */
export async function readPosted<Row extends { id: string; refunds: RefundRow[] }>(
  db: Database,
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await read()
  const unposted = rows.filter(({ refunds }) => refunds.some((refund) => !refund.is_posted)).map(({ id }) => id)
  if (unposted.length === 0) return rows
  await postMissing(db, unposted)
  return read()
}

/** Null if there are no refunds. */
export function toBookingRefund(rows: RefundRow[], currency: Currency): BookingRefund | null {
  const summary = summariseRefunds(
    rows.map(({ id, replaces, state, is_settled, created_at }) => ({
      id,
      replaces,
      amount: { cents: amountOf(rows, id), currency },
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

/** Returns what a refund has paid, or else what it owes: also what the one owed in whose place it stands. In cents. */
function amountOf(rows: readonly RefundRow[], refundId: string | null): number {
  const refund = rows.find(({ id }) => id === refundId)
  if (!refund) return 0
  return refund.paid_cents > 0 ? refund.paid_cents : refund.owed_cents + amountOf(rows, refund.replaces)
}
