import { addDays, dayIn, momentIn, type Day } from '#shared/dates.ts'
import { calls } from '#shared/paths.ts'
import type { ReservationBody, ReservationMade } from '#shared/reservations.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import { reservationEndedMail } from '#server/emails/reservation-ended.ts'
import { reservationMail } from '#server/emails/reservation.ts'
import { inviteCustomer, lockCustomer } from '#server/features/accounts/customers/commands.ts'
import { recordAudit, type NamedActor } from '#server/features/audit/commands.ts'
import { endHold, lockBooking, type LockedBooking } from '#server/features/bookings/commands.ts'
import { getCustomer } from '#server/features/bookings/queries.ts'
import { readTrip } from '#server/features/bookings/tours/queries.ts'
import { alongWithBooking, newTourBooking, setTravellers } from '#server/features/bookings/tours/commands.ts'
import { lockDeparture, seatsLeft } from '#server/features/tours/commands.ts'
import type { OfferedTour } from '#server/features/tours/queries.ts'
import { notRunning, soldOut } from '../checkout/commands.ts'
import type { Reservation } from './queries.ts'

/** Returns the moment from which what was payable on a day is not any more. */
export function endOf({ config }: Deps, day: Day): Date {
  return momentIn(config.AGENCY_TIME_ZONE, `${addDays(day, 1)}T00:00`)
}

/**
 * Books a tour for somebody and keeps its seats until it is due, however many other departures they hold. Throws 404 for an unknown
 * customer, 409 `email_taken` and 409 `sold_out`.
 */
export async function reserve(deps: Deps, trx: Trx, actor: NamedActor, tour: OfferedTour, body: ReservationBody): Promise<ReservationMade> {
  const { customer, travelDate, totalGuests, travellers, payBy } = body
  const userId = 'id' in customer ? await lockCustomer(trx, customer.id) : await inviteCustomer(trx, deps, actor, customer)
  const departure = await lockDeparture(trx, tour.id, travelDate)
  if (departure.cancelled_at || departure.blocked_at) throw notRunning()
  if (totalGuests > seatsLeft(departure)) throw soldOut(seatsLeft(departure))
  const rows = newTourBooking(userId, tour, travelDate, totalGuests, deps.now())
  const { id, reference, total_cents: totalCents } = rows.booking
  const dueAt = endOf(deps, body.dueOn)
  await alongWithBooking(trx, rows)
    .insertInto('reservations')
    .values({ booking_id: id, request_key: body.key, pay_by: payBy, due_at: dueAt, made_by: actor.accountId })
    .execute()
  if (travellers.length > 0) await setTravellers(trx, userId, id, travellers)
  const booking = await lockBooking(trx, id)
  if (payBy !== 'cash') await mailReservation(deps, trx, booking, { pay_by: payBy, due_at: dueAt }, 'first')
  await recordAudit(trx, {
    actor,
    action: 'booking.reserved',
    subject: { kind: 'booking', id },
    after: { status: 'pending', totalCents, people: totalGuests },
  })
  return { bookingId: id, reference, dueAt: dueAt.toISOString() }
}

/** Queues the email of a reservation, with a payment link of its own where it is paid by card. `mailing`: `reminder`, or any other. */
export async function mailReservation(
  deps: Deps,
  trx: Trx,
  booking: LockedBooking,
  reservation: Reservation,
  mailing: string,
): Promise<void> {
  const { name, email } = await getCustomer(trx, booking.id)
  const siteUrl = deps.origins.ofMails()
  const payUrl = reservation.pay_by === 'link' ? `${siteUrl}${calls.payReservation(await createLink(trx, booking.id, deps.now()))}` : null
  const facts = { ...booking, customerName: name, siteUrl, ...(await readTrip(deps, trx, booking)) }
  const [dueOn, isReminder, expiresAt] = [dueDay(deps, reservation), mailing === 'reminder', reservation.due_at]
  await queueMail(trx, deps.queue, reservationMail(email, facts, { mailing, dueOn, payUrl, isReminder, expiresAt }))
}

async function createLink(trx: Trx, bookingId: string, now: Date): Promise<string> {
  const token = createToken()
  await trx
    .insertInto('reservation_links')
    .values({ token_hash: hashToken(token), booking_id: bookingId, created_at: now })
    .execute()
  return token
}

/** Frees the seats of a reservation and tells its customer. The booking must have been locked, and no card page be open. */
export async function endReservation(deps: Deps, trx: Trx, booking: LockedBooking, dueOn: Day | null): Promise<void> {
  await endHold(trx, booking, deps.now())
  const { name, email } = await getCustomer(trx, booking.id)
  const facts = { ...booking, customerName: name, siteUrl: deps.origins.ofMails() }
  await queueMail(trx, deps.queue, reservationEndedMail(email, facts, { dueOn }))
}

/** Returns the last day on which a reservation can be paid. */
export function dueDay({ config }: Deps, { due_at }: Pick<Reservation, 'due_at'>): Day {
  return dayIn(config.AGENCY_TIME_ZONE, new Date(due_at.getTime() - 1))
}
