import { tourTotalCents } from '#shared/bookings/public.ts'
import { centsToUnits, formatMoney } from '#shared/money.ts'
import { PROVIDER_MINIMUM_CENTS, type CreateCheckoutBody } from '#shared/payments/public.ts'
import { actAs } from '#server/lib/actor-locks.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { refuseDayOff, refusePastDay, refuseTooFarAhead } from '#server/lib/travel-days.ts'
import { isDepartureCancelled } from '#server/features/bookings/commands.ts'
import { findOfferedTour, priceToBeMade, type OfferedTour } from '#server/features/tours/queries.ts'
import { findActiveAttempt, refuseWhileUnpaid } from '#server/features/payments/attempts/queries.ts'
import { ensurePrice } from '#server/features/payments/prices/flows.ts'
import { openPageOrClose } from './card-page/flows.ts'
import { untilPayable } from './deciding/flows.ts'
import { holdSeats, type Customer } from './commands.ts'

const BUSY = 'We are busy with another payment of yours for this tour. Please try again in a moment.'

/**
 * Holds the seats of a tour booking, opens the card page and returns its address. What is paid there arrives in
 * reconciliation/events/routes.ts and is recorded by fulfilment/flows.ts. The same person's second call for the same day and group gets the same page; another group size replaces the first. Throws 400 `date_in_past`, 400 `date_too_far`, 400
 * `not_running`, 401, 404, 409 `too_many_holds`, 409 `sold_out`, 409 `departure_left`, 409 `price_changed`, 409 `not_payable` when an earlier attempt turns out to be paid, 502
 * `payment_unavailable`.
 */
export async function startTourCheckout(deps: Deps, customer: Customer, body: CreateCheckoutBody, origin: string): Promise<string> {
  const { tour, priceId } = await requireOffer(deps, body)
  return untilPayable(deps, BUSY, async (trx, ended) => {
    if (ended) await refuseIfPaid(trx, ended.booking_id)
    return holdSeats(deps, trx, customer, tour, { ...body, priceId }, origin)
  })
}

/** The earlier attempt turned out to be paid: to pay once more must be the person's own decision (payments 3.9). */
async function refuseIfPaid(trx: Trx, bookingId: string): Promise<void> {
  const booking = await trx.selectFrom('bookings').select('status').where('id', '=', bookingId).executeTakeFirst()
  if (booking?.status !== 'confirmed') return
  throw new AppError('not_payable', 'Your payment for this tour and date has just arrived. You will find it under My Bookings.')
}

/** Returns the tour and the provider's price for it, if it can be booked as asked; the server decides the amount (rows 34 and 36). */
async function requireOffer(deps: Deps, body: CreateCheckoutBody): Promise<{ tour: OfferedTour; priceId: string }> {
  const tour = await findOfferedTour(deps.db, body.tour_id)
  if (!tour) throw notFound('Tour')
  refusePastDay(deps, body.travelDate, 'travelDate', tour.saleEnd)
  refuseTooFarAhead(deps, body.travelDate, 'travelDate')
  refuseDayOff(deps, tour, body.travelDate, 'travelDate')
  const totalCents = tourTotalCents(tour.base_price_cents, body.totalGuests)
  if (totalCents < PROVIDER_MINIMUM_CENTS) {
    throw new AppError('not_payable', 'This tour cannot be paid by card. Please contact us to book it.')
  }
  const priceId = await ensurePrice(deps, tour.id)
  if (priceId !== body.priceId && body.priceId !== priceToBeMade(tour)) {
    const total = formatMoney({ cents: totalCents, currency: tour.currency })
    throw new AppError('price_changed', `The price of this tour has changed. The new total is ${total}.`, {
      price: { priceId, basePrice: centsToUnits(tour.base_price_cents), total: centsToUnits(totalCents), currency: tour.currency },
    })
  }
  return { tour, priceId }
}

/** Finds the hosted checkout of somebody's own tour booking whose seats a checkout still holds. Throws 401 and 409 `not_payable`. */
export async function continueCheckout(deps: Deps, who: SignedIn, bookingId: string): Promise<string> {
  const attempt = await actAs(deps.db, who, async (trx) => {
    if (!(await isDepartureCancelled(trx, bookingId))) return findActiveAttempt(trx, bookingId)
    throw new AppError('not_payable', 'We are sorry: this departure has been cancelled. Nothing has been charged.')
  })
  const url = attempt && (await openPageOrClose(deps, attempt))
  if (url) return url
  if (attempt) await refuseWhileUnpaid(deps.db, attempt.id)
  throw new AppError('not_payable', 'The time to pay for this booking is over, or it has been paid.')
}
