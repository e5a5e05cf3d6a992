import { tourTotalCents } from '#shared/bookings/public.ts'
import { centsToUnits, formatMoney, leastCharge } from '#shared/money.ts'
import type { CreateCheckoutBody } from '#shared/payments/checkout-body.ts'
import { actAs } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { isDepartureCancelled } from '#server/features/bookings/commands.ts'
import type { TourSale } from '#server/features/bookings/tours/commands.ts'
import { priceToBeMade } from '#server/features/tours/prices.ts'
import { findOfferedTour } from '#server/features/tours/queries.ts'
import { findActiveAttempt } from '#server/features/payments/attempts.ts'
import { refuseWhileUnpaid } from '#server/features/payments/holds.ts'
import { ensurePrice } from '#server/features/payments/prices.ts'
import { openPageOrClose } from './card-page/flows.ts'
import { untilDecided } from './deciding/flows.ts'
import { decideSale, isChosen, otherTotal, refuseOtherTotal } from './offers/flows.ts'
import { holdSeats, type Customer } from './commands.ts'

const BUSY = 'We’re already processing a payment from you for this tour. Please try again in a moment.'

/**
 * Holds the seats of a tour booking, opens the card page and returns its address. What is paid there arrives in
 * reconciliation/events/routes.ts and is recorded by fulfilment/flows.ts. The same person's second call for the same day and group gets the same page; another group size replaces the first. Throws 400 `date_in_past`, 400 `date_too_far`, 400
 * `not_running`, 401, 404, 409 `too_many_holds`, 409 `sold_out`, 409 `departure_left`, 409 `price_changed`, 409 `not_payable` when an earlier attempt turns out to be paid, 502
 * `payment_unavailable`.
 */
export async function startTourCheckout(deps: Deps, customer: Customer, body: CreateCheckoutBody, origin: string): Promise<string> {
  const { sale, priceId } = await requireOffer(deps, body)
  const { url } = await untilDecided<{ url: string }>(deps, BUSY, async (trx, ended) => {
    if (ended) await refuseIfPaid(trx, ended.booking_id)
    return holdSeats(deps, trx, customer, sale, priceId, origin)
  })
  return url
}

/** The earlier attempt turned out to be paid: to pay once more must be the person's own decision. */
async function refuseIfPaid(trx: Trx, bookingId: string): Promise<void> {
  const booking = await trx.selectFrom('bookings').select('status').where('id', '=', bookingId).executeTakeFirst()
  if (booking?.status !== 'confirmed') return
  throw new AppError('not_payable', 'Your payment for this tour and date has just arrived. See My Bookings.')
}

/** Returns what is sold and the provider's price of the tour, if it can be booked as asked; the server decides the amount. */
async function requireOffer(deps: Deps, body: CreateCheckoutBody): Promise<{ sale: TourSale; priceId: string }> {
  const tour = await findOfferedTour(deps.db, body.tour_id)
  if (!tour) throw notFound('Tour')
  const asked = { ...body, day: body.travelDate, guests: body.totalGuests }
  const sale = await decideSale(deps, tour, asked, 'travelDate')
  const { totalCents, people } = sale.offer
  refuseOtherPeople(people, body.totalGuests)
  if (isChosen(asked)) refuseOtherTotal(sale, body.expectedTotal)
  if (totalCents < leastCharge(tour.currency).cents && !(isChosen(asked) && totalCents === 0)) {
    throw new AppError('not_payable', 'You can’t pay for this tour by card. Please contact us to book it.')
  }
  const priceId = await ensurePrice(deps, tour.id)
  if (isChosen(asked)) return { sale, priceId }
  if (totalCents !== tourTotalCents(tour.base_price_cents, people)) throw otherTotal(sale)
  if (priceId !== body.priceId && body.priceId !== priceToBeMade(tour)) {
    const total = formatMoney({ cents: totalCents, currency: tour.currency })
    throw new AppError('price_changed', `The price of this tour has changed. The new total is ${total}.`, {
      price: { priceId, basePrice: centsToUnits(tour.base_price_cents), total: centsToUnits(totalCents), currency: tour.currency },
    })
  }
  return { sale, priceId }
}

/** The specified number of guests has to be that of the people who were chosen. */
function refuseOtherPeople(people: number, totalGuests: number): void {
  if (people === totalGuests) return
  const message = `Your selection is for ${people} ${people === 1 ? 'person' : 'people'}, not ${totalGuests}`
  throw new AppError('validation_failed', message, { issues: [{ path: 'totalGuests', message }] })
}

/** Finds the hosted checkout of somebody's own tour booking whose seats a checkout still holds. Throws 401 and 409 `not_payable`. */
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
