import { sql } from 'kysely'
import { pageHref, pages } from '#shared/pages.ts'
import type { Offer } from '#shared/tours/offers/compute.ts'
import { lockSession } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import { builtOnce, only } from '#server/lib/built-once.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { priceText } from '#shared/bookings/price-text.ts'
import type { SessionOrder } from '#server/lib/card-provider.ts'
import { unindexed } from '#server/lib/unindexed.ts'
import { lockBooking } from '#server/features/bookings/commands.ts'
import {
  alongWithBooking,
  alongWithSale,
  alongWithSeats,
  newTourBooking,
  type TourBooking,
  type TourSale,
} from '#server/features/bookings/tours/commands.ts'
import { lockDeparture } from '#server/features/tours/commands.ts'
import { notOnSale } from '#server/features/tours/sale/queries.ts'
import { confirmUnpaid } from '#server/features/fulfilment/fulfil.ts'
import { insertingAttempt, newAttempt, type Attempt, findActiveAttempt, type AttemptStep } from '#server/features/payments/attempts.ts'
import { noteHold, refuseMoreHolds } from './open-holds.ts'
import { isSaleOver, isSameSale, saleOver, takeOfferCode, takePlaces, withSlot } from './places/commands.ts'

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
 * session has ended meanwhile, 409 `too_many_holds`, 409 `departure_left`, and 409 `sold_out`, also for a departure that staff have blocked.
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
