import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { lockActor, lockSession, type Actor } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { NO_ADDRESS } from '#shared/accounts/no-email.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { pagesOf, workAlone } from '#server/lib/sweeps.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { lockBooking, lockOwner, asUuid } from '#server/features/bookings/records.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import {
  noteReminder,
  findReservation,
  isJustMadeBy,
  listDueReservations,
  listForgottenReservations,
  type UnpaidReservation,
} from '#server/features/bookings/reservations.ts'
import { untilDecided, type Decision } from '#server/features/checkout/card-page.ts'
import { findActiveAttempt } from '#server/features/payments/attempts.ts'
import { findUndecidedPayment } from '#server/features/fulfilment/quarantine.ts'
import { createPayUrl, endReservation, mailReservation } from './commands.ts'

const BUSY = 'Someone is paying for this booking right now. Please try again in a moment.'

type ReleasedBy = { owner: SignedIn } | { actor: Actor }

/**
 * Releases the seats of an unpaid reservation before its deadline, closing an open card page first. Throws 401, 403,
 * 404, and 409 `not_cancellable` or `not_payable` if it has been paid or its payment is on its way.
 */
export async function releaseReservation(deps: Deps, bookingId: string, by: ReleasedBy): Promise<void> {
  const id = asUuid(bookingId)
  await untilDecided(deps, BUSY, async (trx) => release(deps, trx, id, by))
}

async function release(deps: Deps, trx: Trx, bookingId: string, by: ReleasedBy): Promise<Decision<'released'>> {
  if ('actor' in by) await lockActor(trx, by.actor, 'bookings.reserve')
  else await lockSession(trx, by.owner)
  await lockOwner(trx, bookingId)
  const booking = await lockBooking(trx, bookingId)
  if (!(await findReservation(trx, booking.id))) throw notFound('Reservation')
  if (booking.status === 'expired') return { outcome: 'released' }
  if (booking.status !== 'pending') throw new AppError('not_cancellable', 'This booking has been paid. You can cancel it in the usual way.')
  const active = await findActiveAttempt(trx, booking.id)
  if (active) return { close: active }
  if (await findUndecidedPayment(trx, booking.id)) {
    throw new AppError('not_cancellable', 'A payment for this booking needs a decision. Please complete its task first.')
  }
  await endReservation(deps, trx, booking, null)
  if ('actor' in by) {
    const subject = { kind: 'booking', id: booking.id } as const
    await recordAudit(trx, {
      actor: by.actor,
      action: 'booking.released',
      subject,
      before: { status: 'pending' },
      after: { status: 'expired' },
    })
  }
  return { outcome: 'released' }
}

/**
 * Frees the seats of reservations not paid in time and tells their customers, and reminds those with a day left. A
 * reservation with an open card page waits until that has ended, so that nobody is cut off while entering a card number.
 * A failure does not hold up the others.
 */
export async function endDueReservations(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db, now } = deps
  const readForgotten = async (limit: number, after?: UnpaidReservation) => listForgottenReservations(db, now(), limit, after)
  for await (const page of pagesOf(readForgotten, { stopping })) {
    await workAlone(deps, 'to remind of a reservation', page, async (trx, { id }) => remind(deps, trx, id))
  }
  const readDue = async (limit: number, after?: UnpaidReservation) => listDueReservations(db, now(), limit, after)
  for await (const page of pagesOf(readDue, { stopping })) {
    await workAlone(deps, 'to end a reservation', page, async (trx, { id }) => endIfDue(deps, trx, id))
  }
}

async function endIfDue(deps: Deps, trx: Trx, bookingId: string): Promise<void> {
  await lockOwner(trx, bookingId)
  const booking = await lockBooking(trx, bookingId)
  const reservation = await findReservation(trx, booking.id)
  if (booking.status !== 'pending' || !reservation) return
  if ((await findActiveAttempt(trx, booking.id)) || (await findUndecidedPayment(trx, booking.id))) return
  await endReservation(deps, trx, booking, reservation)
}

async function remind(deps: Deps, trx: Trx, bookingId: string): Promise<void> {
  const booking = await lockBooking(trx, bookingId)
  if (booking.status !== 'pending' || (await findUndecidedPayment(trx, booking.id))) return
  const isFirst = await noteReminder(trx, booking.id, deps.now())
  const reservation = await findReservation(trx, booking.id)
  if (isFirst && reservation) await mailReservation(deps, trx, booking, reservation, 'reminder')
}

const JUST_MADE_MS = 60_000

/** Throws 404 and 409 `not_payable`. */
export async function showPaymentLink(deps: Deps, trx: Trx, bookingId: string, actor: Actor): Promise<string> {
  const { booking } = await lockPayable(deps, trx, bookingId)
  const url = await createPayUrl(deps, trx, booking.id)
  // The site leads whoever has just booked to the link by itself.
  const hasJustBooked = await isJustMadeBy(trx, booking.id, actor.accountId, new Date(deps.now().getTime() - JUST_MADE_MS))
  if (!hasJustBooked) await recordAudit(trx, { actor, action: 'booking.link_shown', subject: { kind: 'booking', id: booking.id } })
  return url
}

/** Earlier links keep working. Throws 404, 409 `not_payable` and 409 `no_email`. */
export async function sendPaymentLink(deps: Deps, trx: Trx, bookingId: string, actor: Actor): Promise<void> {
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
