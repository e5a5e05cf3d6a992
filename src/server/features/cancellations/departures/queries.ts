import { sql } from 'kysely'
import type { CancellationFigures } from '#shared/cancellations/figures.ts'
import type { DepartureCancellation } from '#shared/cancellations/staff.ts'
import type { Day } from '#shared/dates.ts'
import { departureId } from '#shared/tours/departures.ts'
import { centsToDecimal, type Currency } from '#shared/money.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { NO_ADDRESS } from '#shared/accounts/no-email.ts'
import { causeText } from '#shared/tasks/causes.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { notFound } from '#server/lib/errors.ts'
import { showPhone } from '#server/lib/phones.ts'
import { contactPhone } from '#server/features/bookings/queries.ts'
import { postMissing } from '#server/features/ledger/posting.ts'
import { receiptSums } from '#server/features/ledger/booking-sums.ts'
import { leftOf } from '#server/features/refunds/what-is-left.ts'

/** Money taken by a lost dispute is not refunded a second time. What has been paid must have been posted (`postPaid`). */
export async function readFigures(db: Database | Trx, tourId: string, day: Day): Promise<CancellationFigures> {
  const rows = await db
    .selectFrom('tour_bookings')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .leftJoin('payments', (join) => join.onRef('payments.booking_id', '=', 'bookings.id').on('payments.role', '=', 'primary'))
    .leftJoin('reservations', 'reservations.booking_id', 'bookings.id')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .leftJoin('booking_contacts', 'booking_contacts.booking_id', 'bookings.id')
    .innerJoinLateral(receiptSums.as('sums'), (join) => join.onTrue())
    .select(['bookings.status', 'guests', 'payments.currency', 'pay_by'])
    .select((eb) => eb.fn.coalesce('booking_contacts.email', 'users.email').as('email'))
    .select(['received_cents', 'returned_cents', 'lost_cents'])
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .where('bookings.status', 'in', ['pending', 'confirmed'])
    .execute()
  const [confirmed, held] = [rows.filter(({ status }) => status === 'confirmed'), rows.filter(({ status }) => status === 'pending')]
  const reserved = held.filter(({ pay_by }) => pay_by !== null)
  const withoutAddress = rows.filter(({ email }) => realAddress(email) === null).length
  const people = (of: typeof rows) => of.reduce((sum, { guests }) => sum + guests, 0)
  const cents = new Map<Currency, number>()
  for (const { currency, ...sums } of confirmed) {
    if (currency && leftOf(sums) > 0) cents.set(currency, (cents.get(currency) ?? 0) + leftOf(sums))
  }
  const refunds = [...cents].map(([currency, sum]) => ({ currency, amountCents: sum, amount: centsToDecimal(sum) }))
  return {
    bookings: confirmed.length,
    people: people(confirmed),
    holds: held.length,
    heldSeats: people(held),
    ...(reserved.length > 0 && { reservations: reserved.length, reservedSeats: people(reserved) }),
    ...(withoutAddress > 0 && { withoutAddress }),
    refunds: refunds.toSorted((a, b) => a.currency.localeCompare(b.currency)),
  }
}

/** Posts what was paid for a departure's bookings and has not been posted. Not with the departure locked: its bookings are locked before it. */
export async function postPaid(db: Database, tourId: string, day: Day): Promise<void> {
  const rows = await db
    .selectFrom('tour_bookings')
    .select('booking_id')
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .execute()
  await postMissing(
    db,
    rows.map(({ booking_id: id }) => id),
  )
}

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

export type DueBooking = Awaited<ReturnType<typeof listDueBookings>>[number]

/** Longest waiting first. */
export async function listDueBookings(db: Database, now: Date) {
  return db
    .selectFrom('departure_cancellation_bookings as listed')
    .innerJoin('departure_cancellations', 'departure_cancellations.id', 'cancellation_id')
    .select(['cancellation_id', 'booking_id', 'reason', 'requested_by'])
    .where('finished_at', 'is', null)
    .where('done_at', 'is', null)
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .orderBy('booking_id')
    .limit(100)
    .execute()
}
