import { isPaidInTime } from '#shared/tours/sale-ends.ts'
import type { ReceivedPayment } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { confirmBooking, type LockedBooking } from '#server/features/bookings/commands.ts'
import { findRebooking } from '#server/features/bookings/tours/commands.ts'
import { wasWithdrawn } from '#server/features/bookings/tours/queries.ts'
import type { PaymentRole } from '#shared/payments/public.ts'
import type { PaidAttempt } from '#server/features/payments/attempts/queries.ts'

export interface Judgement {
  role: PaymentRole
  /** Of a duplicate: the other booking that the same person has confirmed instead. */
  keptReference?: string
  keptId?: string
}

/** Decides what a payment means, and confirms its booking if it pays for it. `hasOwner`: the owner's account still exists, and is locked. */
export async function judgePayment(
  deps: Deps,
  trx: Trx,
  booking: LockedBooking,
  hasOwner: boolean,
  attempt: PaidAttempt,
  received: ReceivedPayment,
): Promise<Judgement> {
  if (received.amountCents !== attempt.amount_cents || received.currency !== attempt.currency) return { role: 'quarantined' }
  if (booking.status === 'confirmed' || booking.status === 'completed') return { role: 'duplicate' }
  const rebooking = await findRebooking(trx, booking.id)
  if (rebooking) return { role: 'duplicate', keptReference: rebooking.reference, keptId: rebooking.id }
  const isWelcome = hasOwner && (await isHonoured(deps, trx, booking, received))
  return { role: isWelcome && (await confirmBooking(trx, booking, deps.now())) ? 'primary' : 'late' }
}

/** Whether a payment still buys what it was made for, if there are seats. */
async function isHonoured(deps: Deps, trx: Trx, booking: LockedBooking, received: ReceivedPayment): Promise<boolean> {
  // An old price paid on a card page that had been closed for a new quote buys nothing.
  if (received.amountCents !== booking.total_cents) return false
  const { starts_on: startsOn, time_zone: timeZone, sale_ends_at: saleEndsAt, status } = booking
  const { AGENCY_TIME_ZONE, HOLD_MINUTES } = deps.config
  const isHeld = status !== 'expired'
  const sale = { startsOn, timeZone, saleEndsAt: isHeld ? saleEndsAt : null }
  if (!isPaidInTime(sale, AGENCY_TIME_ZONE, received.paidAt, HOLD_MINUTES * 60_000)) return false
  // A hold that has ended is honoured while its seats are still free, and while its departure was still sold when it was paid.
  if (isHeld) return true
  if (saleEndsAt && saleEndsAt <= received.paidAt) return false
  return !(await wasWithdrawn(trx, booking.id, received.paidAt))
}
