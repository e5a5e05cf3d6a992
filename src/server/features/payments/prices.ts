import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod/mini'
import { formatProviderMoney } from '#shared/money.ts'
import { listOpenSubjects, openTaskOnce, settleTasks, type OpenSubject } from '#server/features/tasks/tasks.ts'
import { findOfferedTour } from '#server/features/tours/offered-tours.ts'
import {
  forgetPrice,
  getPricedTour,
  listFirstPricedTours,
  listPricedTours,
  notePrice,
  PRICE_CHANGED_JOB,
  raisePriceVersion,
  type PricedTour,
} from '#server/features/tours/prices.ts'
import { CardProviderError, reasonOf } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'
import { RUN_MS, type JobDefinition } from '#server/lib/queue.ts'
import { PAGE_SIZE, pagesOf, type Round, type SweepLimits } from '#server/lib/sweeps.ts'

const KIND = 'price_refused'

const priceJobSchema = z.object({ tourId: z.string() })

export function paymentJobs(deps: Deps, log: FastifyBaseLogger): JobDefinition[] {
  const round: Round<{ id: string }> = {}
  return [
    { name: 'payments.sync-prices', cron: '*/5 * * * *', run: async (_, stopping) => syncPrices(deps, log, { round, stopping }) },
    { name: PRICE_CHANGED_JOB, run: async (data) => void (await ensurePrice(deps, priceJobSchema.parse(data).tourId)) },
  ]
}

/**
 * Returns the provider's price for the tour, creating it if there is none for the current base price and currency. The
 * price it replaces is deactivated, so that the old amount can’t be paid.
 */
export async function ensurePrice({ db, cards }: Deps, tourId: string): Promise<string> {
  const tour = await getPricedTour(db, tourId)
  const isCurrent = tour.stripe_price_cents === tour.base_price_cents && tour.stripe_price_currency === tour.currency
  if (tour.stripe_price_id && isCurrent) return tour.stripe_price_id

  const price = await cards.createPrice({
    tourId,
    version: tour.price_version,
    productId: tour.stripe_product_id,
    productName: tour.name,
    amountCents: tour.base_price_cents,
    currency: tour.currency,
  })
  await notePrice(db, tour, price)
  if (tour.stripe_price_id) await cards.retirePrice(tour.stripe_price_id)
  return price.id
}

interface Run extends SweepLimits {
  /** Advanced after each tour, so that the next run continues there however this one ends. */
  round?: Round<{ id: string }>
}

/**
 * Ensures a provider price for the base price of every active tour. A tour that the provider refuses gets a task and is retried in the next
 * round; the others are not affected. Ends after `limitMs` or when the process is stopping. Throws when the provider cannot be reached.
 */
export async function syncPrices(deps: Deps, log: FastifyBaseLogger, run: Run = {}): Promise<void> {
  const { round = {}, limitMs = RUN_MS, stopping, pageSize = PAGE_SIZE } = run
  const until = Date.now() + limitMs
  for (;;) {
    const page = await listPricedTours(deps.db, pageSize, round.last)
    for (const tour of page) {
      if (Date.now() > until || stopping?.aborted) return
      await syncPrice(deps, log, tour)
      round.last = tour
    }
    if (page.length < pageSize) break
  }
  round.last = undefined
  await settleRefused(deps)
}

/**
 * Ensures prices for the first page of tours, so that a first visitor can book, and with the card sandbox for the others too. At Stripe only
 * tours without a price are looked at: checking the others is the job's work. Ends after `limitMs`, also in the middle of a call.
 */
export async function syncFirstPrices(deps: Deps, log: FastifyBaseLogger, limitMs: number): Promise<void> {
  const stopping = new AbortController()
  const startedAt = performance.now()
  const until = delay(limitMs, undefined, { signal: stopping.signal }).catch(() => undefined)
  const { usesCardSandbox } = deps.config
  const sync = async () => {
    for (const tour of await listFirstPricedTours(deps.db)) {
      if (stopping.signal.aborted) return
      if (usesCardSandbox || tour.stripe_price_id === null) await syncPrice(deps, log, tour)
    }
    if (usesCardSandbox && !stopping.signal.aborted) await syncPrices(deps, log, { limitMs: limitMs - (performance.now() - startedAt) })
  }
  const syncing = sync()
  // A call that outlives the limit still ends by itself, and its failure is the job's to report.
  syncing.catch(() => undefined)
  try {
    await Promise.race([syncing, until])
  } finally {
    stopping.abort()
  }
}

async function syncPrice(deps: Deps, log: FastifyBaseLogger, tour: PricedTour): Promise<void> {
  try {
    await forgetLostPrice(deps, tour)
    await ensurePrice(deps, tour.id)
  } catch (error) {
    // Without an answer the remaining tours would only wait in vain too.
    if (!(error instanceof CardProviderError) || error.failure === 'uncertain') throw error
    log.error({ tourId: tour.id, code: error.code, requestId: error.requestId, err: error }, 'price of a tour refused')
    // The provider would repeat this error for the same key forever.
    if (error.failure === 'server_error') await raisePriceVersion(deps.db, tour.id)
    else await reportRefused(deps, tour, error)
  }
}

/**
 * Forgets a price that the provider does not hold as we stored it: the key was changed, the sandbox is new, or someone
 * deactivated it by hand.
 */
async function forgetLostPrice({ db, cards }: Deps, tour: PricedTour): Promise<void> {
  if (!tour.stripe_price_id) return
  const price = await cards.findPrice(tour.stripe_price_id)
  const isAsNoted = price?.isActive && price.amountCents === tour.stripe_price_cents && price.currency === tour.stripe_price_currency
  if (!isAsNoted) await forgetPrice(db, tour)
}

/** Opens one task per refused price. */
async function reportRefused({ db, now }: Deps, tour: PricedTour, error: unknown): Promise<void> {
  const price = formatProviderMoney(tour.base_price_cents, tour.currency)
  const cause = `${tour.name} can’t be booked: the card provider rejected its price of ${price} (${reasonOf(error)}). Change the price, or unpublish the tour.`
  await db.transaction().execute(async (trx) => openTaskOnce(trx, { kind: KIND, subject: subjectOf(tour), cause }, now()))
}

/** Closes the tasks of prices that have been accepted or changed since, or whose tour is no longer on offer. */
async function settleRefused(deps: Deps): Promise<void> {
  const { db, now } = deps
  for await (const page of pagesOf(async (limit, after?: OpenSubject) => listOpenSubjects(db, { kind: KIND }, limit, after))) {
    for (const { subject } of page) {
      const tour = await findOfferedTour(db, subject.split(' ')[0] ?? '')
      const isRefused = tour && subjectOf(tour) === subject && tour.stripe_price_cents !== tour.base_price_cents
      if (isRefused) continue
      const outcome = tour ? 'The tour’s price has changed, or the card provider has accepted it.' : 'The tour is no longer on offer.'
      await db.transaction().execute(async (trx) => settleTasks(trx, [KIND], subject, outcome, now()))
    }
  }
}

function subjectOf({ id, base_price_cents, currency }: Pick<PricedTour, 'id' | 'base_price_cents' | 'currency'>): string {
  return `${id} ${base_price_cents} ${currency}`
}
