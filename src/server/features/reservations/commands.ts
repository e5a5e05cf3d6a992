import { calls } from '#shared/paths.ts'
import { dueAtOf, dueDayOf, dueText } from '#shared/reservations/due-moments.ts'
import { NO_WAY_TO_REACH, type ReservationBody, type ReservationMade } from '#shared/reservations/staff.ts'
import { reservationEndedMail, reservationMail } from '#server/emails/reservations.ts'
import { createByPhone, inviteCustomer, takeCustomer } from '#server/features/accounts/people/customers.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { lockBooking, type LockedBooking } from '#server/features/bookings/records.ts'
import { insertingReservation, type Reservation } from '#server/features/bookings/reservations.ts'
import { endHold } from '#server/features/bookings/statuses.ts'
import { alongWithSale, newTourBooking, setTravellers, type TourSale } from '#server/features/bookings/tour-bookings.ts'
import { readTrip } from '#server/features/bookings/trips.ts'
import { isSaleOver, saleOver, takeOfferCode, takePlaces, withSlot } from '#server/features/checkout/places.ts'
import { findBankFacts } from '#server/features/settings/settings.ts'
import { notOnSale } from '#server/features/tours/sale.ts'
import { lockDeparture } from '#server/features/tours/seats.ts'
import type { Actor, NamedActor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { readPhone, type PhoneColumns } from '#server/lib/phones.ts'
import { createToken, hashToken } from '#server/lib/secrets.ts'
import { todayOf } from '#server/lib/travel-days.ts'

const WALK_IN = ' You can still book someone who is travelling on it as a walk-in.'

/**
 * Books a tour for a customer and holds its seats until payment is due, however many other departures they already hold.
 * Throws 404 for an unknown customer, 400 for an invalid phone number, 409 `email_taken`, 409 `sold_out`, and 409
 * `departure_left` unless it is a walk-in whose day is not over yet.
 */
export async function reserve(
  deps: Deps,
  trx: Trx,
  actor: NamedActor,
  sale: TourSale,
  body: ReservationBody,
  parts: readonly PersonalData[],
): Promise<{ made: ReservationMade; cleanUp: () => Promise<void> }> {
  const { customer, travelDate, travellers, payBy } = body
  const { tour, offer } = sale
  const phone = readPhone(body.phone ?? null)
  const { id: userId, cleanUp } = await customerOf(deps, trx, actor, { customer, phone }, parts)
  const departure = await lockDeparture(trx, tour.id, travelDate)
  if (departure.cancelled_at || departure.blocked_at) throw notOnSale()
  if (isSaleOver(sale, deps.now())) {
    const isOver = travelDate < todayOf(deps, { time_zone: tour.selling?.timeZone ?? tour.saleEnd?.timeZone ?? null })
    if (isOver || !body.isWalkIn) throw await saleOver(deps, trx, sale, isOver ? '' : WALK_IN)
  }
  const slotId = await takePlaces(trx, sale, departure)
  const rows = newTourBooking(userId, sale, slotId, deps.now())
  const { id, reference, total_cents: totalCents } = rows.booking
  const dueAt = dueAtOf(body.dueOn, { travelDate, saleEnd: tour.saleEnd }, { timeZone: deps.config.AGENCY_TIME_ZONE, now: deps.now() })
  const reservation = { booking_id: id, request_key: body.key, pay_by: payBy, due_at: dueAt, made_by: actor.accountId }
  await withSlot(insertingReservation(alongWithSale(trx, rows), reservation).execute())
  await takeOfferCode(trx, offer, rows.booking)
  // A new account already has the number.
  const ownPhone = 'id' in customer && phone.number !== null ? { phone } : {}
  if (travellers.length > 0 || 'phone' in ownPhone) await setTravellers(trx, userId, id, { names: travellers, ...ownPhone })
  const booking = await lockBooking(trx, id)
  if (payBy !== 'cash') await mailReservation(deps, trx, booking, { pay_by: payBy, due_at: dueAt }, 'first')
  await recordAudit(trx, {
    actor,
    action: 'booking.reserved',
    subject: { kind: 'booking', id },
    after: { status: 'pending', totalCents, people: offer.people },
  })
  return { made: { bookingId: id, reference, dueAt: dueAt.toISOString() }, cleanUp }
}

async function customerOf(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  { customer, phone }: { customer: ReservationBody['customer']; phone: PhoneColumns },
  parts: readonly PersonalData[],
) {
  if ('id' in customer) return takeCustomer(deps, trx, actor, customer.id, parts)
  const { name, email } = customer
  if (email !== null) return inviteCustomer(deps, trx, actor, { name, email, phone }, parts)
  if (phone.number !== null) return { id: await createByPhone(trx, actor, { name, phone }), cleanUp: async () => undefined }
  throw new AppError('validation_failed', NO_WAY_TO_REACH, { issues: [{ path: 'phone', message: NO_WAY_TO_REACH }] })
}

/** Queues the email for a reservation, with a payment link of its own if it is paid by card. `mailing` is `reminder` or any other key. */
export async function mailReservation(
  deps: Deps,
  trx: Trx,
  booking: LockedBooking,
  reservation: Reservation,
  mailing: string,
): Promise<void> {
  const { name, email } = await getCustomer(trx, booking.id)
  const siteUrl = deps.origins.ofMails()
  // Create no link for an email that will not be sent; staff can create one when they look at the booking.
  const makeUrl = async () => (realAddress(email) === null ? '' : createPayUrl(deps, trx, booking.id))
  const payUrl = reservation.pay_by === 'link' ? await makeUrl() : null
  const facts = { ...booking, customerName: name, siteUrl, ...(await readTrip(deps, trx, booking)) }
  const [isReminder, expiresAt] = [mailing === 'reminder', reservation.due_at]
  await queueMail(
    trx,
    deps.queue,
    reservationMail(email, facts, {
      mailing,
      ...dueWords(deps, reservation),
      payUrl,
      isReminder,
      expiresAt,
      ...(await findBankFacts(trx)),
    }),
  )
}

/** Earlier links keep working. */
export async function createPayUrl({ now, origins }: Deps, trx: Trx, bookingId: string): Promise<string> {
  const token = createToken()
  await trx
    .insertInto('reservation_links')
    .values({ token_hash: hashToken(token), booking_id: bookingId, created_at: now() })
    .execute()
  return `${origins.ofMails()}${calls.payReservation(token)}`
}

/**
 * Frees the seats of a reservation and tells its customer. The booking must be locked and no card page open. `due` is
 * null when it ends before its deadline.
 */
export async function endReservation(deps: Deps, trx: Trx, booking: LockedBooking, due: Pick<Reservation, 'due_at'> | null): Promise<void> {
  await endHold(trx, booking, deps.now())
  const { name, email } = await getCustomer(trx, booking.id)
  const facts = { ...booking, customerName: name, siteUrl: deps.origins.ofMails() }
  await queueMail(trx, deps.queue, reservationEndedMail(email, facts, due ? dueWords(deps, due) : { dueOn: null }))
}

function dueWords({ config }: Deps, { due_at }: Pick<Reservation, 'due_at'>) {
  const timeZone = config.AGENCY_TIME_ZONE
  return { dueOn: dueDayOf(due_at, timeZone), payUntil: dueText(due_at, timeZone) }
}
