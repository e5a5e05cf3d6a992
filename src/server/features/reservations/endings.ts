import { PAYMENT_METHODS } from '#shared/payments/methods.ts'
import * as calls from '#shared/reservations/staff-calls.ts'
import { reservationEndedMail } from '#server/emails/reservations.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { asUuid, lockBooking, lockOwner, type LockedBooking } from '#server/features/bookings/records.ts'
import {
  findReservation,
  listDueReservations,
  listForgottenReservations,
  noteReminder,
  type Reservation,
  type UnpaidReservation,
} from '#server/features/bookings/reservations.ts'
import { endHold } from '#server/features/bookings/statuses.ts'
import { untilDecided, type Decision } from '#server/features/checkout/card-page.ts'
import { findUndecidedPayment } from '#server/features/fulfilment/quarantine.ts'
import { findActiveAttempt } from '#server/features/payments/attempts.ts'
import { lockActor, lockSession, type Actor } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import type { Serving } from '#server/lib/serve.ts'
import { pagesOf, workAlone } from '#server/lib/sweeps.ts'
import { dueWords, mailReservation } from './payment-links.ts'

export function reservationEndings({ flow }: Serving): void {
  flow(calls.releaseReservation, async ({ deps, actor, params }) => {
    await releaseReservation(deps, params.id, { actor })
    return { message: 'Seats released' }
  })
}

export function reservationJobs(deps: Deps): JobDefinition[] {
  return [{ name: 'payments.end-reservations', cron: '* * * * *', run: async (_, stopping) => endDueReservations(deps, stopping) }]
}

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
 * Frees the seats of reservations not paid in time and notifies their customers, and reminds those with a day left. A
 * reservation with an open card page waits until that has ended, so that no one is cut off while entering a card number.
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
  if (isFirst && reservation && PAYMENT_METHODS[reservation.pay_by].isEmailed)
    await mailReservation(deps, trx, booking, reservation, 'reminder')
}

/**
 * Frees the seats of a reservation and notifies its customer. The booking must be locked and no card page open. `due` is
 * null when it ends before its deadline.
 */
async function endReservation(deps: Deps, trx: Trx, booking: LockedBooking, due: Pick<Reservation, 'due_at'> | null): Promise<void> {
  await endHold(trx, booking, deps.now())
  const { name, email } = await getCustomer(trx, booking.id)
  const facts = { ...booking, customerName: name, siteUrl: deps.origins.ofMails() }
  await queueMail(trx, deps.queue, reservationEndedMail(email, facts, due ? dueWords(deps, due) : { dueOn: null }))
}
