import type { FastifyBaseLogger } from 'fastify'
import { addDays, dayIn, momentIn, type Day } from '#shared/dates.ts'
import { cardFailure } from '#server/lib/card-errors.ts'
import type { Span } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'
import { pagesOf } from '#server/lib/sweeps.ts'
import { endDisputeRequest } from '#server/features/refunds/commands.ts'
import { isDisputeNoted, listDisputeRequests, listLiveDisputes, type DisputeRequest } from '#server/features/refunds/queries.ts'
import { storeEvent } from '../events/commands.ts'
import { followDispute, processEvent } from '../events/flows.ts'
import { compareCharges } from './charges.ts'
import { recordBalances, type DailyBalance } from './commands.ts'
import type { FiguresByCurrency } from './figures.ts'
import { findProcessedEvents } from './queries.ts'
import { compareRefunds } from './refunds.ts'
import { createRun, type Run } from './run.ts'
import { fulfilCompleteSessions } from './sessions.ts'

const MINUTE_MS = 60_000
/** A session stays open for at most a day, so one paid today may have been created yesterday. */
const SESSION_LIFE_MS = 24 * 60 * MINUTE_MS

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
 * Ignores a dispute that the provider says does not exist (for instance after its account was set up anew), since asking
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
