import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { NO_ADDRESS } from '#shared/accounts/no-email.ts'
import { pathOf } from '#shared/contract.ts'
import { payReservation } from '#shared/reservations/calls.ts'
import { dueDayOf, dueText } from '#shared/reservations/due-moments.ts'
import * as calls from '#shared/reservations/staff-calls.ts'
import { reservationMail } from '#server/emails/reservations.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { asUuid, lockBooking, type LockedBooking } from '#server/features/bookings/records.ts'
import { findReservation, isJustMadeBy, type Reservation } from '#server/features/bookings/reservations.ts'
import { readTrip } from '#server/features/bookings/trips.ts'
import { findUndecidedPayment } from '#server/features/fulfilment/quarantine.ts'
import { findBankFacts } from '#server/features/settings/settings.ts'
import type { Actor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { createToken, hashToken } from '#server/lib/secrets.ts'
import type { Serving } from '#server/lib/serve.ts'

export function paymentLinks({ change }: Serving, deps: Deps): void {
  change(calls.sendPaymentLink, async ({ trx, actor, params }) => {
    await sendPaymentLink(deps, trx, params.id, actor)
    return { message: 'The link is on its way' }
  })
  change(calls.showPaymentLink, async ({ trx, actor, params }) => ({ url: await showPaymentLink(deps, trx, params.id, actor) }))
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
  return `${origins.ofMails()}${pathOf(payReservation, { token })}`
}

/** Includes links that can no longer be paid. */
export async function findReservationLink(db: Database, token: string) {
  return db.selectFrom('reservation_links').select('booking_id').where('token_hash', '=', hashToken(token)).executeTakeFirst()
}

const JUST_MADE_MS = 60_000

/** Throws 404 and 409 `not_payable`. */
async function showPaymentLink(deps: Deps, trx: Trx, bookingId: string, actor: Actor): Promise<string> {
  const { booking } = await lockPayable(deps, trx, bookingId)
  const url = await createPayUrl(deps, trx, booking.id)
  // The site shows the link by itself right after booking.
  const hasJustBooked = await isJustMadeBy(trx, booking.id, actor.accountId, new Date(deps.now().getTime() - JUST_MADE_MS))
  if (!hasJustBooked) await recordAudit(trx, { actor, action: 'booking.link_shown', subject: { kind: 'booking', id: booking.id } })
  return url
}

/** Earlier links keep working. Throws 404, 409 `not_payable` and 409 `no_email`. */
async function sendPaymentLink(deps: Deps, trx: Trx, bookingId: string, actor: Actor): Promise<void> {
  const { booking, reservation } = await lockPayable(deps, trx, bookingId)
  if (realAddress((await getCustomer(trx, booking.id)).email) === null) {
    throw new AppError('no_email', 'There’s no email address. Show the link to read it out or print it.')
  }
  // Checks the emails rather than the links, because a link that was only shown sent nothing.
  const isJustSent = await trx
    .selectFrom('mails')
    .select('id')
    .where('booking_id', '=', booking.id)
    .where('key', 'like', `reservation:${booking.id}:${reservation.pay_by === 'link' ? '' : 'again-'}%`)
    .where('failure', 'is distinct from', NO_ADDRESS)
    // By the database's clock, like the emails' dates: a second click within a minute sends nothing.
    .where('created_at', '>', sql<Date>`now() - interval '1 minute'`)
    .executeTakeFirst()
  if (isJustSent) return
  await mailReservation(deps, trx, booking, { ...reservation, pay_by: 'link' }, `again-${randomUUID()}`)
  await recordAudit(trx, { actor, action: 'booking.link_sent', subject: { kind: 'booking', id: booking.id } })
}

async function lockPayable(deps: Deps, trx: Trx, bookingId: string) {
  const booking = await lockBooking(trx, asUuid(bookingId))
  const reservation = await findReservation(trx, booking.id)
  if (!reservation) throw notFound('Reservation')
  if (booking.status !== 'pending' || reservation.due_at <= deps.now()) {
    throw new AppError(
      'not_payable',
      booking.status === 'confirmed' ? 'This booking has been paid.' : 'The time to pay for this booking has run out.',
    )
  }
  if (await findUndecidedPayment(trx, booking.id)) {
    throw new AppError('not_payable', 'A payment for this booking needs a decision. Please complete its task first.')
  }
  return { booking, reservation }
}

export function dueWords({ config }: Deps, { due_at }: Pick<Reservation, 'due_at'>) {
  const timeZone = config.AGENCY_TIME_ZONE
  return { dueOn: dueDayOf(due_at, timeZone), payUntil: dueText(due_at, timeZone) }
}
