import type { BookingKind } from '#shared/bookings/public.ts'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import * as calls from '#shared/payments/checkout-calls.ts'
import { getOwnBooking } from '#server/features/bookings/records.ts'
import { findReservation } from '#server/features/bookings/reservations.ts'
import { isDepartureCancelled } from '#server/features/bookings/statuses.ts'
import { findActiveAttempt } from '#server/features/payments/attempts.ts'
import { refuseWhileUnpaid } from '#server/features/payments/holds.ts'
import { actAs } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { RateLimit } from '#server/lib/rate-limits.ts'
import type { Serving } from '#server/lib/serve.ts'
import { closeAttempt, openPageOrClose } from './card-page.ts'

/** Why the seats of a booking were not released, by its status. */
const NOT_RELEASED: { other: string } & Partial<Record<BookingStatus, string>> = {
  confirmed: 'This booking has just been paid. You can cancel it in the usual way.',
  pending: 'We’re checking your payment and holding your seats in the meantime. We’ll email you when we’ve finished.',
  other: 'This booking is no longer holding any seats.',
}

/** Returns the card page of the customer’s own unpaid booking. Throws 401, and 409 `not_payable` with the reason. */
type ContinuePayment = (deps: Deps, who: SignedIn, bookingId: string, origin: string) => Promise<string>

/** Injected, since these features depend on checkout. */
export interface CheckoutParts {
  continuePayment: Record<BookingKind, ContinuePayment>
  /** Gives up the seats that staff are holding for the owner. */
  releaseReservation(deps: Deps, bookingId: string, by: { owner: SignedIn }): Promise<void>
}

/** How an unpaid booking is paid depends on its kind, and on who holds its seats. */
export function unpaidCalls(
  { flow }: Serving,
  deps: Deps,
  { continuePayment, releaseReservation }: CheckoutParts,
  checkoutsPerAccount: RateLimit,
): void {
  flow(calls.continuePayment, async ({ who, params, request }) => {
    await checkoutsPerAccount.consume(who.userId)
    const { id, kind } = await getOwnBooking(deps.db, who.userId, params.id)
    return { url: await continuePayment[kind](deps, who, id, deps.origins.ofRequest(request)) }
  })

  flow(calls.releaseSeats, async ({ who, params }) => {
    const booking = await getOwnBooking(deps.db, who.userId, params.id)
    if (booking.kind === 'vehicle') throw new AppError('not_cancellable', 'Quotes don’t hold seats. They expire if they’re not paid.')
    const attempt = await actAs(deps.db, who, async (trx) => findActiveAttempt(trx, booking.id))
    if (attempt) await closeAttempt(deps, attempt.id)
    if (attempt) await refuseWhileUnpaid(deps.db, attempt.id)
    if (booking.status === 'pending' && (await findReservation(deps.db, booking.id)))
      await releaseReservation(deps, booking.id, { owner: who })
    const { status } = await getOwnBooking(deps.db, who.userId, params.id)
    if (status !== 'expired') throw new AppError('not_cancellable', NOT_RELEASED[status] ?? NOT_RELEASED.other)
    return { message: 'Seats released' }
  })
}

/** Returns the card page of a customer’s own tour booking whose seats a checkout still holds. Throws 401 and 409 `not_payable`. */
export async function continueCheckout(deps: Deps, who: SignedIn, bookingId: string): Promise<string> {
  const attempt = await actAs(deps.db, who, async (trx) => {
    if (!(await isDepartureCancelled(trx, bookingId))) return findActiveAttempt(trx, bookingId)
    throw new AppError('not_payable', 'We’re sorry: this departure has been cancelled. You haven’t been charged.')
  })
  const url = attempt && (await openPageOrClose(deps, attempt))
  if (url) return url
  if (attempt) await refuseWhileUnpaid(deps.db, attempt.id)
  throw new AppError('not_payable', 'This booking has been paid for, or the time to pay has run out.')
}
