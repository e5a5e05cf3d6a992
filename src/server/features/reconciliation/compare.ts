import type { FastifyBaseLogger } from 'fastify'
import { addDays, dayIn, momentIn, type Day } from '#shared/dates.ts'
import { formatProviderMoney } from '#shared/money.ts'
import type { TaskKind } from '#shared/tasks/staff.ts'
import { fulfil } from '#server/features/fulfilment/fulfil.ts'
import { findPaidSessions } from '#server/features/payments/attempts.ts'
import { listDoubts, releaseHold } from '#server/features/payments/holds.ts'
import { findCardPayment, listBookedPayments, type BookedPayment } from '#server/features/payments/payments.ts'
import {
  endDisputeRequest,
  isDisputeNoted,
  listDisputeRequests,
  listLiveDisputes,
  type DisputeRequest,
} from '#server/features/refunds/disputes.ts'
import { findBookedRefunds, noteRefundTime } from '#server/features/refunds/records.ts'
import { openTaskOnce, settleTasks } from '#server/features/tasks/tasks.ts'
import { cardFailure, type CardCharge, type CardRefund, type Span } from '#server/lib/card-provider.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { isOneOf } from '#server/lib/personal-data.ts'
import { pagesOf } from '#server/lib/sweeps.ts'
import { addFigures, recordBalances, type DailyBalance, type FiguresByCurrency } from './differences.ts'
import { followDispute, processEvent, recordEarlierPayment, storeEvent, takeOverRefund } from './events.ts'
import { createRun, type Run } from './run.ts'

const MINUTE_MS = 60_000
/** A session stays open for at most a day, so one paid today may have been created yesterday. */
const SESSION_LIFE_MS = 24 * 60 * MINUTE_MS
/** How far the provider’s clock may be behind ours. */
export const CLOCK_SKEW_MS = 5 * MINUTE_MS

const KINDS: TaskKind[] = ['unknown_payment', 'missing_payment']

export interface ComparisonSettings {
  /** Number of days in the agency's time zone. */
  days: number
  /** The last day compared. Defaults to today. */
  upTo?: Day
  /** Anything younger is left to its event and to the reconcile job. */
  ageMs?: number
  limitMs: number
}

export interface Comparison {
  /** One per day and currency that could be compared, oldest first. */
  balances: DailyBalance[]
  /** For the next run to retry. Empty when everything was compared. */
  failures: string[]
}

/**
 * Compares our books for the last few days with the card provider's lists: records what we missed, opens tasks for what cannot be recorded,
 * and stores each day's totals. Safe to run at any time, even alongside another run or incoming events. A failure does not hold up the
 * rest; the next run retries it.
 */
export async function compareBooks(deps: Deps, log: FastifyBaseLogger, settings: ComparisonSettings): Promise<Comparison> {
  const { days, upTo, ageMs = MINUTE_MS, limitMs } = settings
  const run = createRun(deps, log, limitMs)
  const spans = lastDays(deps.config.AGENCY_TIME_ZONE, new Date(deps.now().getTime() - ageMs), days, upTo)
  const [oldest] = spans.values()
  const [newest] = [...spans.values()].slice(-1)
  const balances: DailyBalance[] = []
  if (oldest && newest) {
    const whole = { from: oldest.from, until: newest.until }
    await run.attempt('undelivered events', async () => takeUndeliveredEvents(run, whole))
    const created = { ...whole, from: new Date(whole.from.getTime() - SESSION_LIFE_MS) }
    await run.attempt('completed checkouts', async () => fulfilCompleteSessions(run, created))
    await run.attempt('disputes', async () => takeDisputes(run, whole))
  }
  for (const [day, span] of spans) {
    await run.attempt(day, async () => void balances.push(...(await compareDay(run, day, span))))
  }
  return { balances, failures: run.failures }
}

/** Returns the agency's days up to and including `last`, oldest first. If that includes today, today ends at `until`. */
function lastDays(timeZone: string, until: Date, count: number, last = dayIn(timeZone, until)): Map<Day, Span> {
  const startOf = (day: Day) => momentIn(timeZone, `${day}T00:00`)
  const today = dayIn(timeZone, until)
  const days = Array.from({ length: count }, (_, index) => addDays(last, index + 1 - count))
  return new Map(days.map((day) => [day, { from: startOf(day), until: day === today ? until : startOf(addDays(day, 1)) }]))
}

async function takeUndeliveredEvents(run: Run, created: Span): Promise<void> {
  const { db, cards } = run.deps
  for await (const batch of run.batches(cards.listUndeliveredEvents(created))) {
    const processed = await findProcessedEvents(
      db,
      batch.map(({ id }) => id),
    )
    for (const event of batch.filter(({ id }) => !processed.has(id))) {
      await run.attempt(`event ${event.id}`, async () => {
        await storeEvent(run.deps, event, { isFetched: true })
        await processEvent(run.deps, event.id)
      })
    }
  }
}

/**
 * Records the disputes opened in a span, and checks every older one that is still open in our books: a dispute can take months to end. So are
 * those that a process of an earlier version has asked for.
 */
async function takeDisputes(run: Run, created: Span): Promise<void> {
  const { db, cards } = run.deps
  const seen = new Set<string>()
  for await (const batch of run.batches(cards.listDisputes({ created }))) {
    for (const dispute of batch.filter(({ attemptId }) => attemptId)) {
      await run.attempt(`dispute ${dispute.id}`, async () => {
        if (!(await isDisputeNoted(db, dispute))) await followDispute(run.deps, dispute.id)
      })
      seen.add(dispute.id)
    }
  }
  for await (const page of pagesOf(async (limit, after?: { id: string; provider_dispute_id: string }) =>
    listLiveDisputes(db, limit, after),
  )) {
    const live = page.map(({ provider_dispute_id: id }) => id).filter((id) => !seen.has(id))
    for (const id of live) await run.attempt(`dispute ${id}`, async () => followKnownDispute(run.deps, id))
  }
  for await (const page of pagesOf(async (limit, after?: DisputeRequest) => listDisputeRequests(db, limit, after))) {
    for (const request of page) {
      const { provider_payment_id: paymentId } = request
      await run.attempt(`disputes of ${paymentId}`, async () => {
        for await (const { id } of cards.listDisputes({ paymentId })) await followDispute(run.deps, id)
        await endDisputeRequest(db, request)
      })
    }
  }
}

/**
 * Ignores a dispute that the provider says does not exist (for instance after its account was set up again), since asking
 * again will not help.
 */
async function followKnownDispute(deps: Deps, id: string): Promise<void> {
  await followDispute(deps, id).catch((error: unknown) => {
    if (cardFailure(error) !== 'missing') throw error
  })
}

/** Stores nothing for a day that could not be read in full. */
async function compareDay(run: Run, day: Day, span: Span): Promise<DailyBalance[]> {
  const { db, now } = run.deps
  const failedBefore = run.failed()
  const theirs: FiguresByCurrency = new Map()
  await compareCharges(run, span, theirs)
  await compareRefunds(run, span, theirs)
  if (run.failed() > failedBefore) return []
  return db.transaction().execute(async (trx) => recordBalances(trx, day, span, theirs, now()))
}

/**
 * Finds payments that were never recorded, including on attempts that were closed before the provider had confirmed their outcome. Such an
 * attempt that is not among the complete ones has not been paid, and cannot be any more. `completeCreated` is when the sessions were
 * created.
 */
export async function fulfilCompleteSessions(run: Run, completeCreated: Span): Promise<void> {
  const { db, cards } = run.deps
  const failedBefore = run.failed()
  for await (const batch of run.batches(cards.listSessions({ completeCreated }))) {
    const paid = await findPaidSessions(
      db,
      batch.map(({ id }) => id),
    )
    for (const { id, attemptId } of batch) {
      if (attemptId && !paid.has(id)) await run.attempt(`checkout ${id}`, async () => fulfil(run.deps, id))
    }
  }
  if (run.failed() > failedBefore) return
  const listed = { ...completeCreated, from: new Date(completeCreated.from.getTime() + CLOCK_SKEW_MS) }
  for (const id of await listDoubts(db, listed)) await releaseHold(run.deps, id, 'expired')
}

/**
 * Compares one day of payments, charge by charge, and adds the provider's totals to `theirs`. Records the ones we
 * missed, and opens a task for each that cannot be recorded, is unknown to the provider or differs there. A charge
 * without an attempt of ours belongs to someone else using the same provider account.
 */
async function compareCharges(run: Run, span: Span, theirs: FiguresByCurrency): Promise<void> {
  const { deps } = run
  // Read ours first: a payment recorded from here on may be missing from this list, but no payment on it can be missing at the provider.
  const unseen = await listBookedPayments(deps.db, span)
  for await (const batch of run.batches(deps.cards.listCharges(span))) {
    const reported = await findReported(
      deps.db,
      KINDS,
      batch.flatMap(({ paymentId }) => paymentId ?? []),
    )
    for (const charge of batch) {
      const { paymentId } = charge
      if (!charge.isPaid || !paymentId) continue
      const known = unseen.get(paymentId)
      unseen.delete(paymentId)
      if (!known && !charge.attemptId) continue
      addFigures(theirs, charge.currency, { payments: 1, paidCents: charge.amountCents })
      await run.attempt(`payment ${paymentId}`, async () => {
        const ours = known ?? (await takeOver(deps, paymentId))
        if (!ours) return reportUnknown(deps, paymentId, charge)
        if (!isSamePayment(ours, charge))
          return reportMissing(deps, ours, `${formatProviderMoney(charge.amountCents, charge.currency)} there`)
        if (reported.has(paymentId)) await settleReported(deps, paymentId)
      })
    }
  }
  for (const ours of unseen.values()) {
    await run.attempt(`payment ${ours.provider_payment_id}`, async () => reportMissing(deps, ours, 'not in its list of that day'))
  }
}

async function takeOver(deps: Deps, paymentId: string): Promise<BookedPayment | undefined> {
  await recordEarlierPayment(deps, paymentId)
  return findCardPayment(deps.db, paymentId)
}

function isSamePayment(ours: BookedPayment, charge: CardCharge): boolean {
  return ours.amount_cents === charge.amountCents && ours.currency === charge.currency
}

async function reportUnknown({ db, now }: Deps, paymentId: string, charge: CardCharge): Promise<void> {
  const attempt = charge.attemptId ?? ''
  const booking = await findBookingOfAttempt(db, attempt)
  const cause = `The card provider has received ${formatProviderMoney(charge.amountCents, charge.currency)} (payment ${paymentId}) for attempt ${attempt}, but we couldn’t record it. Find out what was bought, then make the booking manually or refund the payment at the card provider.`
  const links = { bookingId: booking?.id ?? null, userId: booking?.user_id ?? null }
  await db.transaction().execute(async (trx) => openTaskOnce(trx, { kind: 'unknown_payment', subject: paymentId, cause, ...links }, now()))
}

async function reportMissing({ db, now }: Deps, ours: BookedPayment, there: string): Promise<void> {
  const { provider_payment_id: subject } = ours
  const cause = `Our books have payment ${subject} of ${formatProviderMoney(ours.amount_cents, ours.currency)}; at the card provider it is ${there}. Check it there: the booking may be unpaid.`
  const links = { bookingId: ours.booking_id, paymentId: ours.id }
  await db.transaction().execute(async (trx) => openTaskOnce(trx, { kind: 'missing_payment', subject, cause, ...links }, now()))
}

async function settleReported({ db, now }: Deps, paymentId: string): Promise<void> {
  const outcome = 'A later reconciliation found matching records.'
  await db.transaction().execute(async (trx) => settleTasks(trx, KINDS, paymentId, outcome, now()))
}

/** Returns undefined if the provider's reference is not one of our attempt ids. */
async function findBookingOfAttempt(db: Database, attemptId: string): Promise<{ id: string; user_id: string | null } | undefined> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(attemptId)) return undefined
  return db
    .selectFrom('payment_attempts')
    .innerJoin('bookings', 'bookings.id', 'payment_attempts.booking_id')
    .select(['bookings.id', 'bookings.user_id'])
    .where('payment_attempts.id', '=', attemptId)
    .executeTakeFirst()
}

/** Returns those subjects that already have an open task of one of these kinds. */
export async function findReported(db: Database, kinds: TaskKind[], subjects: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('tasks')
    .select('subject')
    .where('kind', 'in', kinds)
    .where(isOneOf('subject', subjects))
    .where('closed_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.subject))
}

async function findProcessedEvents(db: Database, eventIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('provider_events')
    .select('id')
    .where('id', 'in', eventIds)
    .where('processed_at', 'is not', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}

type BookedRefund = { state: string; amount_cents: number; made_at: Date | null }

/** Records the refunds of a span that our books lack or hold differently, and adds the provider's totals to `theirs`. */
async function compareRefunds(run: Run, span: Span, theirs: FiguresByCurrency): Promise<void> {
  const { deps } = run
  for await (const batch of run.batches(deps.cards.listRefunds({ created: span }))) {
    const booked = await findBookedRefunds(
      deps.db,
      batch.map(({ id }) => id),
    )
    for (const refund of batch) {
      const ours = booked.get(refund.id)
      if (!ours && !refund.ownId && !refund.attemptId) continue
      if (refund.state !== 'failed' && refund.state !== 'canceled') {
        addFigures(theirs, refund.currency, { refunds: 1, refundedCents: refund.amountCents })
      }
      if (isSameRefund(ours, refund)) continue
      await run.attempt(`refund ${refund.id}`, async () => {
        await takeOverRefund(deps, refund)
        await noteRefundTime(deps.db, refund)
      })
    }
  }
}

function isSameRefund(ours: BookedRefund | undefined, { state, amountCents }: CardRefund): boolean {
  return ours?.state === state && ours.amount_cents === amountCents && ours.made_at !== null
}
