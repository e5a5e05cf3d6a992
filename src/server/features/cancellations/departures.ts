import { randomUUID } from 'node:crypto'
import { areSameFigures, moneyOf } from '#shared/cancellations/figured-money.ts'
import type { CancellationFigures } from '#shared/cancellations/figures.ts'
import type { DepartureCancellation } from '#shared/cancellations/staff.ts'
import { dayIn, type Day } from '#shared/dates.ts'
import { centsToDecimal, type Currency } from '#shared/money.ts'
import * as calls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { lockActor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { refuseTooFarAhead } from '#server/lib/travel-days.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { refuseOwnDeparture } from '#server/features/bookings/deciders.ts'
import { postMissing } from '#server/features/ledger/posting.ts'
import { receiptSums } from '#server/features/ledger/booking-sums.ts'
import { leftOf } from '#server/features/refunds/what-is-left.ts'
import { closeDeparture, lockForStaff, type Change } from '#server/features/tours/departures/changes.ts'
import { getDeparture, namedDeparture } from '#server/features/tours/departures/departures.ts'
import { CANCEL_DEPARTURE_JOB } from './departure-endings.ts'
import { getCancellation } from './departure-progress.ts'

export function departureCancellationCalls({ read, flow }: Serving, deps: Deps): void {
  const today = () => dayIn(deps.config.AGENCY_TIME_ZONE, deps.now())

  read(calls.getCancellation, async ({ db, params }) => {
    const { tourId, day } = namedDeparture(params.id)
    return getCancellation(db, tourId, day)
  })
  // Posts what was paid, and so isn’t a mere read.
  flow(calls.previewCancellation, async ({ params }) => {
    const { tourId, day } = namedDeparture(params.id)
    await getDeparture(deps.db, tourId, day, today())
    await postPaid(deps.db, tourId, day)
    return readFigures(deps.db, tourId, day)
  })
  flow(calls.cancelDeparture, async ({ actor, params, body }) => {
    const { tourId, day } = namedDeparture(params.id)
    refuseTooFarAhead(deps, day, 'date')
    return cancelDeparture(deps, { tourId, day, actor, now: deps.now(), today: today() }, body)
  })
}

/** Cancels a departure for everyone (see `decideCancellation`). Returns the progress, which has only just begun. */
export async function cancelDeparture(
  deps: Deps,
  change: Change,
  decision: { reason: string; seen: CancellationFigures },
): Promise<DepartureCancellation> {
  await postPaid(deps.db, change.tourId, change.day)
  await deps.db.transaction().execute(async (trx) => decideCancellation(deps, trx, change, decision))
  return getCancellation(deps.db, change.tourId, change.day)
}

/**
 * Decides to cancel a departure: from now on nothing on it is sold or confirmed, and the rest happens in the background.
 * If it is decided twice, the first decision counts. Throws 404, 400 `date_in_past`, and 409 `figures_changed` with the
 * current figures.
 */
async function decideCancellation(
  { queue }: Deps,
  trx: Trx,
  change: Change,
  { reason, seen }: { reason: string; seen: CancellationFigures },
): Promise<void> {
  const { tourId, day, actor, now } = change
  // Locked before the departure, as in a checkout.
  await lockActor(trx, actor, 'departures.cancel')
  const departure = await lockForStaff(trx, change, true)
  if (departure.cancelled_at) return
  await refuseOwnDeparture(trx, actor, change)
  const figures = await readFigures(trx, tourId, day)
  if (!areSameFigures(figures, seen)) {
    throw new AppError('figures_changed', 'Someone has just booked, paid or cancelled. Please check the new figures.', { figures })
  }
  await closeDeparture(trx, change)
  const row = { id: randomUUID(), tour_id: tourId, departs_on: day, reason, requested_by: actor.accountId, requested_at: now }
  await trx
    .insertInto('departure_cancellations')
    .values({ ...row, figures: JSON.stringify(figures) })
    .execute()
  const { bookings, people, holds, refunds } = figures
  // A departure sold in two currencies has no one sum; the entries of its bookings have the amounts.
  const [only] = refunds.length === 1 ? refunds.map(moneyOf) : []
  await recordAudit(trx, {
    actor,
    action: 'departure.cancelled',
    subject: { kind: 'departure', id: departureId(tourId, day) },
    before: { isBlocked: departure.blocked_at !== null },
    after: {
      isBlocked: true,
      bookings,
      people,
      holds,
      ...(only && { amountCents: only.cents, currency: only.currency }),
    },
  })
  await queue.enqueue(trx, CANCEL_DEPARTURE_JOB, {})
}

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

/** Posts what was paid for a departure’s bookings and has not been posted. Not with the departure locked: its bookings are locked before it. */
async function postPaid(db: Database, tourId: string, day: Day): Promise<void> {
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
