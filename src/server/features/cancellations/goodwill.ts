import { sql } from 'kysely'
import { PAID_STATUSES } from '#shared/bookings/statuses.ts'
import { refundBooking } from '#shared/cancellations/staff-calls.ts'
import { formatMoney, type Currency } from '#shared/money.ts'
import type { RefundBookingBody } from '#shared/refunds/staff.ts'
import { goodwillRefundMail } from '#server/emails/refunds.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders.ts'
import { asUuid, lockBooking, lockOwner } from '#server/features/bookings/records.ts'
import { requestRefund } from '#server/features/refunds/requests.ts'
import { trySending } from '#server/features/refunds/sending.ts'
import { refuseDisputed } from '#server/features/refunds/what-is-left.ts'
import { findGoodwillCeiling } from '#server/features/settings/settings.ts'
import { lockActor, type Actor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { Serving } from '#server/lib/serve.ts'
import { getBookingMoney, lockPrimaryPayment, moneyOf, refuseMoreThan, refuseUnseen } from './paid-bookings.ts'

export function goodwillCalls({ flow }: Serving): void {
  flow(refundBooking, async ({ deps, actor, params, body }) => {
    await refundAsGoodwill(deps, actor, params.id, body)
    return { message: 'The refund is on its way', money: await getBookingMoney(deps, params.id) }
  })
}

/**
 * Refunds part of a booking's payment as goodwill and leaves the booking as it is. Rejects a decision based on figures
 * that have changed since, and the same decision sent twice. Throws 404, 400 for more than is left, 409
 * `figures_changed`, `not_refundable` and `goodwill_ceiling`.
 */
export async function refundAsGoodwill(deps: Deps, actor: Actor, bookingId: string, decision: RefundBookingBody): Promise<void> {
  const refundId = await deps.db.transaction().execute((trx) => decide(deps, trx, actor, asUuid(bookingId), decision))
  await trySending(deps, refundId)
}

async function decide(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  bookingId: string,
  { amountCents, reason, seen }: RefundBookingBody,
): Promise<string> {
  await lockActor(trx, actor, 'bookings.refund')
  await lockOwner(trx, bookingId)
  const booking = await lockBooking(trx, bookingId)
  await refuseOwnBooking(trx, actor, bookingId, 'bookings.refund')
  const payment = await lockPrimaryPayment(trx, booking.id)
  const money = moneyOf(deps, booking, payment)
  await refuseUnseen(trx, booking.id, money, seen)
  if (!payment || !PAID_STATUSES.has(booking.status)) throw notRefundable('Nothing has been paid for this booking.')
  const freeCents = money.leftCents - (money.disputedCents ?? 0)
  if (freeCents <= 0) refuseDisputed(money.dispute)
  refuseMoreThan(freeCents, amountCents)
  await refuseOverCeiling(deps, trx, actor, { cents: amountCents, currency: booking.currency })
  const { id: paymentId, currency } = payment
  const refundId = await requestRefund(deps, trx, { paymentId, amountCents, currency, cause: 'goodwill', reason })
  const customer = await getCustomer(trx, booking.id)
  const facts = {
    ...booking,
    customerName: customer.name,
    siteUrl: deps.origins.ofMails(),
    isPaidOutside: payment.provider_payment_id === null,
  }
  await queueMail(
    trx,
    deps.queue,
    goodwillRefundMail(customer.email, facts, { refundId, amountCents, reason, isConfirmed: booking.status === 'confirmed' }),
  )
  await recordAudit(trx, {
    actor,
    action: 'booking.refunded',
    subject: { kind: 'booking', id: booking.id },
    after: { refundId, amountCents },
  })
  return refundId
}

function notRefundable(message: string): AppError {
  return new AppError('not_refundable', message)
}

/**
 * Keeps one person's goodwill of a day within the ceiling, if there is one. The actor must be locked, so that two refunds
 * of theirs at once both count. Throws 409 `goodwill_ceiling`, saying what is left.
 */
export async function refuseOverCeiling(
  { config }: Deps,
  trx: Trx,
  { accountId }: Actor,
  { cents, currency }: { cents: number; currency: Currency },
): Promise<void> {
  if (accountId === null || cents <= 0) return
  const ceiling = await findGoodwillCeiling(trx, currency)
  if (ceiling === undefined) return
  const given = await sumGoodwillOfToday(trx, { accountId, timeZone: config.AGENCY_TIME_ZONE }, currency)
  if (given + cents <= ceiling) return
  const [most, sum, left] = [ceiling, given, Math.max(0, ceiling - given)].map((each) => formatMoney({ cents: each, currency }))
  throw new AppError(
    'goodwill_ceiling',
    `The daily goodwill limit is ${most} per person. You’ve refunded ${sum} today, so ${left} is left. Ask a colleague, or ask an administrator to raise the limit in Settings.`,
  )
}

/**
 * Adds up in cents what a person has given today beyond what the policy says, by goodwill and by cancellations. The day
 * is the agency's, by the database's clock, like the audit, which alone knows who gave it.
 */
async function sumGoodwillOfToday(trx: Trx, { accountId, timeZone }: { accountId: string; timeZone: string }, currency: Currency) {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(greatest((after ->> 'amountCents')::integer - coalesce((before ->> 'policyCents')::integer, 0), 0)), 0) as cents
    from audit_entries join bookings on bookings.id = (case when subject_kind = 'booking' then subject_id end)::uuid
    where actor_id = ${accountId} and action in ('booking.refunded', 'booking.cancelled')
      and recorded_at >= date_trunc('day', now(), ${timeZone}) and bookings.currency = ${currency}
      -- Cancelling a departure gives no one more than is due.
      and after ->> 'withDeparture' is null`.execute(trx)
  return rows[0]?.cents ?? 0
}
