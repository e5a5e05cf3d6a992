import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { BookingRefund } from '#shared/bookings.ts'
import { centsToDecimal, type Currency } from '#shared/money.ts'
import { summariseRefunds, type RefundState } from '#shared/refunds.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { notFound } from '#server/lib/errors.ts'
import { isUuid } from '#server/lib/uuids.ts'

/** A booking of either kind, by its owner. Throws 404 for unknown ids and for other people's bookings alike. */
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

/** The id if it can be one at all; else 404, since the database would refuse to compare it. */
export function asUuid(id: string): string {
  if (!isUuid(id)) throw notFound('Booking')
  return id
}

/**
 * Returns who is written to about a booking: the contact of a vehicle booking once the account has confirmed its own address,
 * else the account. `name` is null unless the address is the one that its owner has confirmed: a name that somebody chose for
 * another person's mailbox could say anything (decisions, "Second round").
 */
export async function getCustomer(trx: Trx, bookingId: string): Promise<{ name: string | null; email: string }> {
  const row = await trx
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .leftJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .select(['users.name', 'users.email', 'email_confirmed_at', 'contact_name', 'contact_email'])
    .where('bookings.id', '=', bookingId)
    .executeTakeFirstOrThrow()
  if (!row.email_confirmed_at) return { name: null, email: row.email }
  const email = row.contact_email ?? row.email
  const isOwn = email.toLowerCase() === row.email.toLowerCase()
  return { name: isOwn ? (row.contact_name ?? row.name) : null, email }
}

/** Selects the refunds of every payment of a booking, as far as they are in its own currency. */
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

/** Whether all tasks of a refund that failed are closed: since nothing was sent again, it was paid back another way. */
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

/** What a booking's answer tells of its refunds; null without any. */
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
