import { longDay } from '#shared/dates.ts'
import type { CreateCheckoutBody } from '#shared/payments/public.ts'
import { hasLeft } from '#shared/tours/sale-ends.ts'
import { lockSession } from '#server/lib/actor-locks.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import { builtOnce, only } from '#server/lib/built-once.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { unindexed } from '#server/lib/unindexed.ts'
import { alongWithBooking, newTourBooking, type TourBooking } from '#server/features/bookings/tours/commands.ts'
import { lockDeparture, seatsLeft } from '#server/features/tours/commands.ts'
import { departureLeft, notOnSale, soldOut } from '#server/features/tours/sale/queries.ts'
import type { OfferedTour } from '#server/features/tours/queries.ts'
import { insertingAttempt, newAttempt, type Attempt } from '#server/features/payments/attempts/commands.ts'
import { findActiveAttempt, type AttemptStep } from '#server/features/payments/attempts/queries.ts'

/** The departures that a refusal names: all of them, unless an operator allows many. */
const MAX_NAMED = 5

export interface Customer extends SignedIn {
  email: string
}

/**
 * Takes the seats and makes booking and attempt, in one transaction; or finds the attempt that this person has already
 * under way for this departure: to be closed first when it is for another group or price. Throws 401 when their
 * session has ended meanwhile, 409 `too_many_holds`, 409 `departure_left`, and 409 `sold_out`, also for a departure that staff have blocked.
 */
export async function holdSeats(
  deps: Deps,
  trx: Trx,
  customer: Customer,
  tour: OfferedTour,
  { travelDate, totalGuests, priceId }: CreateCheckoutBody,
  origin: string,
): Promise<AttemptStep> {
  await lockSession(trx, customer)
  const departure = await lockDeparture(trx, tour.id, travelDate)
  if (departure.cancelled_at) throw notOnSale()
  const isOver = hasLeft(tour.saleEnd, travelDate, deps.now())
  const held = await listHeldTours(trx, { userId: customer.userId })
  for (const earlier of held.filter((each) => each.tour_id === tour.id && each.departs_on === travelDate)) {
    const attempt = await findActiveAttempt(trx, earlier.id)
    if (!attempt) continue
    const isSamePrice = earlier.unit_price_cents === tour.base_price_cents && attempt.currency === tour.currency
    const isSame = earlier.guests === totalGuests && isSamePrice
    if (isSame && attempt.expires_at > deps.now()) return { pay: attempt }
    // Seats held before the sale ended stay theirs: closed for another group, they could not be had again.
    if (!isOver) return { close: attempt }
  }
  if (isOver) throw await departureLeft(deps, trx, tour, travelDate, totalGuests)
  if (departure.blocked_at) throw notOnSale()
  refuseMoreHolds(deps, held)
  if (totalGuests > seatsLeft(departure)) throw soldOut(seatsLeft(departure))
  const rows = newTourBooking(customer.userId, tour, travelDate, totalGuests, deps.now())
  const { booking } = rows
  const attempt = newAttempt(deps, {
    bookingId: booking.id,
    reference: booking.reference,
    amountCents: booking.total_cents,
    currency: tour.currency,
    item: { priceId, quantity: totalGuests },
    customerEmail: customer.email,
    booked: { ...booking, guests: totalGuests },
    origin,
  })
  return { pay: only(await writingHold(trx, { ...rows, attempt })) }
}

/** Takes the seats and writes down booking and attempt. */
const writingHold = builtOnce((db, { attempt, ...rows }: TourBooking & { attempt: Attempt }) =>
  insertingAttempt(alongWithBooking(db, rows), attempt),
)

/** So that nobody can hold the seats of everybody else. The account is locked: of two checkouts at once the second counts the first. */
function refuseMoreHolds({ config }: Deps, all: HeldTour[]): void {
  const most = config.OPEN_HOLDS_PER_ACCOUNT
  // What staff keep for them is theirs to decide.
  const held = all.filter(({ due_at }) => !due_at)
  if (held.length < most) return
  const names = held
    .slice(0, Math.min(most, MAX_NAMED))
    .map(({ title, starts_on, reference }) => `${title} on ${longDay(starts_on)} (${reference})`)
  const departures = most === 1 ? 'a departure' : `${most} departures`
  throw new AppError(
    'too_many_holds',
    `You hold seats for ${departures} that you have not paid for. Please pay for one or release its seats under My Bookings first: ${names.join('; ')}.`,
  )
}

type HeldTour = Awaited<ReturnType<typeof listHeldTours>>[number]

/** Lists a customer's unpaid bookings of tours, the oldest first. */
const listHeldTours = builtOnce((db, { userId }: { userId: string }) =>
  db
    .selectFrom('bookings')
    .innerJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .leftJoin('reservations', 'reservations.booking_id', 'bookings.id')
    .select(['bookings.id', 'reference', 'title', 'starts_on', 'tour_id', 'departs_on', 'guests', 'unit_price_cents', 'due_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'tour')
    .where(unindexed('bookings.status'), '=', 'pending')
    .orderBy('bookings.created_at'),
)
