import { sql } from 'kysely'
import { NO_ADDRESS } from '#shared/accounts/no-email.ts'
import type { CancellationFigures } from '#shared/cancellations/figures.ts'
import type { DepartureCancellation } from '#shared/cancellations/staff.ts'
import type { Day } from '#shared/dates.ts'
import { centsToDecimal } from '#shared/money.ts'
import { causeText } from '#shared/tasks/causes.ts'
import { departureId } from '#shared/tours/departures.ts'
import type { Database } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { showPhone } from '#server/lib/phones.ts'
import { contactPhone } from '#server/features/bookings/contacts.ts'

/** Throws 404 if the departure has not been cancelled. */
export async function getCancellation(db: Database, tourId: string, day: Day): Promise<DepartureCancellation> {
  const row = await db
    .selectFrom('departure_cancellations')
    .leftJoin('users', 'users.id', 'requested_by')
    .select(['departure_cancellations.id', 'reason', 'requested_at', 'finished_at', 'figures', 'listed_at', 'users.name'])
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .executeTakeFirst()
  if (!row) throw notFound('Cancellation')
  const figures = row.figures as CancellationFigures
  const [progress, refunds, emails, notEmailed, failures] = await Promise.all([
    readProgress(db, row.id),
    listRefunds(db, row),
    countEmails(db, row.id),
    listNotEmailed(db, row.id),
    listFailures(db, row.id),
  ])
  return {
    departureId: departureId(tourId, day),
    reason: row.reason,
    requestedAt: row.requested_at.toISOString(),
    requestedBy: row.name,
    finishedAt: row.finished_at?.toISOString() ?? null,
    figures,
    ...(row.listed_at ? progress : { done: 0, waiting: figures.bookings + figures.holds }),
    refunds,
    emails,
    ...(notEmailed.length > 0 && { notEmailed }),
    failures,
  }
}

async function readProgress(db: Database, cancellationId: string) {
  return db
    .selectFrom('departure_cancellation_bookings')
    .select((eb) => eb.fn.count<number>('done_at').as('done'))
    .select(sql<number>`count(*) filter (where done_at is null)`.as('waiting'))
    .where('cancellation_id', '=', cancellationId)
    .executeTakeFirstOrThrow()
}

async function listRefunds(db: Database, { id, requested_at }: { id: string; requested_at: Date }) {
  const rows = await db
    .selectFrom('departure_cancellation_bookings as listed')
    .innerJoin('payments', 'payments.booking_id', 'listed.booking_id')
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select(['refunds.state', 'refunds.currency'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('refunds.amount_cents').as('cents')])
    .where('cancellation_id', '=', id)
    .where('refunds.created_at', '>=', requested_at)
    .groupBy(['refunds.state', 'refunds.currency'])
    .orderBy('refunds.state')
    .orderBy('refunds.currency')
    .execute()
  return rows.map(({ cents, ...row }) => ({ ...row, amount: centsToDecimal(cents) }))
}

async function countEmails(db: Database, cancellationId: string) {
  return db
    .selectFrom('departure_cancellation_bookings as listed')
    .innerJoin('mails', 'mails.booking_id', 'listed.booking_id')
    .select((eb) => eb.fn.count<number>('sent_at').as('sent'))
    .select(sql<number>`count(*) filter (where sent_at is null and failed_at is null)`.as('waiting'))
    .select(sql<number>`count(*) filter (where sent_at is null and failed_at is not null and mails.failure <> ${NO_ADDRESS})`.as('failed'))
    .select(sql<number>`count(*) filter (where mails.failure = ${NO_ADDRESS} and failed_at is not null)`.as('withoutAddress'))
    .where('cancellation_id', '=', cancellationId)
    .where('template', '=', 'departure-cancelled')
    .executeTakeFirstOrThrow()
}

async function listNotEmailed(db: Database, cancellationId: string) {
  const rows = await db
    .selectFrom('departure_cancellation_bookings as listed')
    .innerJoin('mails', 'mails.booking_id', 'listed.booking_id')
    .innerJoin('bookings', 'bookings.id', 'listed.booking_id')
    .innerJoin('tour_bookings', 'tour_bookings.booking_id', 'listed.booking_id')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .select(['bookings.id as bookingId', 'reference', 'users.name'])
    .select(contactPhone)
    .where('cancellation_id', '=', cancellationId)
    .where('template', '=', 'departure-cancelled')
    .where('mails.failure', '=', NO_ADDRESS)
    .where('failed_at', 'is not', null)
    .orderBy('users.name')
    .orderBy('reference')
    .execute()
  return rows.map(({ phone, phone_number, ...row }) => ({ ...row, phone: showPhone(phone, phone_number) }))
}

async function listFailures(db: Database, cancellationId: string) {
  const rows = await db
    .selectFrom('departure_cancellation_bookings as listed')
    .innerJoin('tasks', 'tasks.booking_id', 'listed.booking_id')
    .innerJoin('bookings', 'bookings.id', 'listed.booking_id')
    .select(['tasks.id as taskId', 'tasks.kind', 'cause', 'advice', 'tasks.seats', 'bookings.id as bookingId', 'reference'])
    .where('cancellation_id', '=', cancellationId)
    .where('closed_at', 'is', null)
    .orderBy('opened_at')
    .orderBy('tasks.id')
    .execute()
  return rows.map(({ cause, advice, seats, ...row }) => ({ ...row, cause: causeText({ cause, advice, seats }) }))
}
