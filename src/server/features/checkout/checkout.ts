import { sql } from 'kysely'
import { priceText } from '#shared/bookings/price-text.ts'
import { leastCharge } from '#shared/money.ts'
import { pageHref, pages } from '#shared/pages.ts'
import type { CreateCheckoutBody } from '#shared/payments/checkout-body.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import type { Offer } from '#shared/tours/offers/compute.ts'
import { getOwnAccount } from '#server/features/accounts/users.ts'
import { lockBooking } from '#server/features/bookings/records.ts'
import {
  alongWithBooking,
  alongWithSale,
  alongWithSeats,
  newTourBooking,
  type TourBooking,
  type TourSale,
} from '#server/features/bookings/tour-bookings.ts'
import { createCodeGuard } from '#server/features/codes/uses.ts'
import { confirmUnpaid } from '#server/features/fulfilment/fulfil.ts'
import { findActiveAttempt, insertingAttempt, newAttempt, type Attempt, type AttemptStep } from '#server/features/payments/attempts.ts'
import { ensurePrice } from '#server/features/payments/prices.ts'
import { findOfferedTour } from '#server/features/tours/offered-tours.ts'
import { notOnSale } from '#server/features/tours/sale.ts'
import { lockDeparture } from '#server/features/tours/seats.ts'
import { lockSession } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import { builtOnce, only } from '#server/lib/built-once.ts'
import type { SessionOrder } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Feature } from '#server/lib/feature.ts'
import { createRateLimit } from '#server/lib/rate-limits.ts'
import { unindexed } from '#server/lib/unindexed.ts'
import { untilDecided } from './card-page.ts'
import { decideSale, offerCalls, refuseOtherPrice, refuseOtherTotal } from './offers.ts'
import { holdingNetwork, noteHold, refuseMoreHolds } from './open-holds.ts'
import { paidCalls } from './paid.ts'
import { isSaleOver, isSameSale, saleOver, takeOfferCode, takePlaces, withSlot } from './places.ts'
import { returnCalls } from './returns.ts'
import { sessionCalls } from './sessions.ts'
import { unpaidCalls, type CheckoutParts } from './unpaid.ts'

const QUARTER_HOUR = 15 * 60
const BUSY = 'We’re already processing a payment from you for this tour. Please try again in a moment.'

export function checkout(deps: Deps, parts: CheckoutParts): Feature {
  const checkoutsPerAccount = createRateLimit(deps.pool, 'checkout', deps.config.CHECKOUTS_PER_ACCOUNT, QUARTER_HOUR)
  const guarded = createCodeGuard(deps)
  return {
    calls(serving) {
      offerCalls(serving, deps)
      serving.flow(createCheckout, async ({ who, body, request }) => {
        await checkoutsPerAccount.consume(who.userId)
        const account = await getOwnAccount(deps.db, who)
        const customer = { ...who, email: account.email, unconfirmedNetwork: holdingNetwork(account, request.ip) }
        const start = async () => startTourCheckout(deps, customer, body, deps.origins.ofRequest(request))
        return { url: await guarded(request, body.code, start) }
      })
      unpaidCalls(serving, deps, parts, checkoutsPerAccount)
      sessionCalls(serving, deps)
      returnCalls(serving, deps)
      paidCalls(serving, deps)
    },
  }
}

/**
 * Holds the seats of a tour booking, opens the card page and returns its address. A second call of the same customer for the same day and
 * group gets the same page; for another group it replaces the first. Throws 400 `date_in_past`, 400 `date_too_far`, 400 `not_running`, 401,
 * 404, 409 `too_many_holds`, 409 `sold_out`, 409 `departure_left`, 409 `price_changed`, 409 `not_payable` if an earlier attempt turns out to
 * be paid, and 502 `payment_unavailable`.
 */
async function startTourCheckout(deps: Deps, customer: Customer, body: CreateCheckoutBody, origin: string): Promise<string> {
  const { sale, priceId } = await requireOffer(deps, body)
  const { url } = await untilDecided<{ url: string }>(deps, BUSY, async (trx, ended) => {
    if (ended) await refuseIfPaid(trx, ended.booking_id)
    return holdSeats(deps, trx, customer, sale, priceId, origin)
  })
  return url
}

/** The earlier attempt turned out to be paid, so paying again must be the customer’s own decision. */
async function refuseIfPaid(trx: Trx, bookingId: string): Promise<void> {
  const booking = await trx.selectFrom('bookings').select('status').where('id', '=', bookingId).executeTakeFirst()
  if (booking?.status !== 'confirmed') return
  throw new AppError('not_payable', 'Your payment for this tour and date has just arrived. See My Bookings.')
}

/** Returns what is sold, and the provider’s price of the tour. The server decides the amount. */
async function requireOffer(deps: Deps, body: CreateCheckoutBody): Promise<{ sale: TourSale; priceId: string }> {
  const tour = await findOfferedTour(deps.db, body.tour_id)
  if (!tour) throw notFound('Tour')
  const sale = await decideSale(deps, tour, { ...body, day: body.travelDate, guests: body.totalGuests }, 'travelDate')
  const { isChosen, offer } = sale
  refuseOtherPeople(offer.people, body.totalGuests)
  if (isChosen) refuseOtherTotal(sale, body.expectedTotal)
  const isFree = isChosen && offer.totalCents === 0
  if (!isFree && offer.totalCents < leastCharge(tour.currency).cents) {
    throw new AppError('not_payable', 'You can’t pay for this tour by card. Please contact us to book it.')
  }
  const priceId = await ensurePrice(deps, tour.id)
  if (!isChosen) refuseOtherPrice(sale, body.priceId, priceId)
  return { sale, priceId }
}

/** The specified number of guests must be the number of people chosen. */
function refuseOtherPeople(people: number, totalGuests: number): void {
  if (people === totalGuests) return
  const message = `Your selection is for ${people} ${people === 1 ? 'person' : 'people'}, not ${totalGuests}`
  throw new AppError('validation_failed', message, { issues: [{ path: 'totalGuests', message }] })
}

/** Either an attempt to be paid or closed, or the page of a booking that costs nothing. */
type Held = AttemptStep | { outcome: { url: string } }

export interface Customer extends SignedIn {
  email: string
  /** The network to which the holds of an account without a confirmed email address belong. */
  unconfirmedNetwork?: string | undefined
}

/**
 * Takes the seats and makes booking and attempt, in one transaction; or finds the attempt that this person has already
 * under way for this departure: to be closed first when it is for another group, choice or price. Throws 401 when their
 * session has just ended, 409 `too_many_holds`, 409 `departure_left`, and 409 `sold_out`, also for a departure that staff have blocked.
 */
export async function holdSeats(deps: Deps, trx: Trx, customer: Customer, sale: TourSale, priceId: string, origin: string): Promise<Held> {
  const { tour, day, offer } = sale
  await lockSession(trx, customer)
  const departure = await lockDeparture(trx, tour.id, day)
  if (departure.cancelled_at) throw notOnSale()
  const isOver = isSaleOver(sale, deps.now())
  const held = await listHeldTours(trx, { userId: customer.userId })
  for (const earlier of held.filter((each) => each.tour_id === tour.id && each.departs_on === day)) {
    const attempt = await findActiveAttempt(trx, earlier.id)
    if (!attempt) continue
    if ((await isSameSale(trx, earlier, attempt, sale)) && attempt.expires_at > deps.now()) return { pay: attempt }
    // Seats held before the sale ended stay theirs: closed for another group, they could not be had again.
    if (!isOver) return { close: attempt }
  }
  if (isOver) throw await saleOver(deps, trx, sale)
  if (departure.blocked_at) throw notOnSale()
  await refuseMoreHolds(deps, trx, held, customer.unconfirmedNetwork)
  const slotId = await takePlaces(trx, sale, departure)
  const rows = newTourBooking(customer.userId, sale, slotId, deps.now())
  if (offer.totalCents === 0) return { outcome: { url: await confirmFree(deps, trx, rows, offer, origin) } }
  const { booking } = rows
  const attempt = newAttempt(deps, {
    bookingId: booking.id,
    reference: booking.reference,
    amountCents: booking.total_cents,
    currency: tour.currency,
    item: itemOf(sale, booking.reference, priceId),
    customerEmail: customer.email,
    booked: { ...booking, guests: offer.people },
    lines: tour.selling ? priceText({ ...offer.option, startTime: offer.startTime }, offer.lines, tour.currency) : undefined,
    origin,
  })
  const pay = only(await withSlot(slotId === null ? writingHold(trx, { ...rows, attempt }) : writingSlotHold(trx, { ...rows, attempt })))
  if (customer.unconfirmedNetwork !== undefined) await noteHold(trx, booking.id, customer.unconfirmedNetwork, deps.now())
  await takeOfferCode(trx, offer, booking)
  return { pay }
}

/** Only a sale at the tour's own price is charged by the provider's: it takes no negative lines. */
function itemOf({ tour, offer }: TourSale, reference: string, priceId: string): SessionOrder['item'] {
  const [line, ...others] = offer.lines
  const isPlain = others.length === 0 && line?.kind === 'unit' && line.unitPriceCents === tour.base_price_cents
  if (isPlain) return { priceId, quantity: line.quantity }
  return {
    name: `${tour.name} (${reference})`,
    amountCents: offer.totalCents,
    currency: tour.currency,
    productId: tour.stripe_product_id ?? undefined,
  }
}

/** Takes the seats and writes down booking and attempt. */
const writingHold = builtOnce((db, { attempt, ...rows }: TourBooking & { attempt: Attempt }) =>
  insertingAttempt(alongWithSeats(db, rows), attempt),
)

/** The same where a slot has the seats. */
const writingSlotHold = builtOnce((db, { attempt, ...rows }: TourBooking & { attempt: Attempt }) =>
  insertingAttempt(alongWithBooking(db, rows), attempt),
)

/** Confirms a booking for which nothing has to be paid, and returns where it is shown. */
async function confirmFree(deps: Deps, trx: Trx, rows: TourBooking, offer: Offer, origin: string): Promise<string> {
  const { booking } = rows
  await alongWithSale(trx, rows)
    .selectNoFrom(sql`1`.as('one'))
    .execute()
  await takeOfferCode(trx, offer, booking)
  await confirmUnpaid(deps, trx, await lockBooking(trx, booking.id))
  return `${origin}${pageHref(pages.confirmation(booking.id))}`
}

/** Lists a customer's unpaid bookings of tours, the oldest first. */
const listHeldTours = builtOnce((db, { userId }: { userId: string }) =>
  db
    .selectFrom('bookings')
    .innerJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .leftJoin('reservations', 'reservations.booking_id', 'bookings.id')
    .select([
      'bookings.id',
      'reference',
      'title',
      'starts_on',
      'tour_id',
      'departs_on',
      'guests',
      'option_id',
      'start_time',
      'pickup_place',
      'due_at',
    ])
    .where('user_id', '=', userId)
    .where('kind', '=', 'tour')
    .where(unindexed('bookings.status'), '=', 'pending')
    .orderBy('bookings.created_at'),
)
