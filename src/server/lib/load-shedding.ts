import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { tripPath } from '#shared/pages.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { listReviews } from '#shared/reviews/calls.ts'
import { listMonthSeats } from '#shared/tours/calendar-calls.ts'
import { getSeats, getTour, listSimilarTours } from '#shared/tours/calls.ts'
import { askOffer } from '#shared/tours/offer-calls.ts'
import { getTourChoices, listTours, suggestTours } from '#shared/tours/search-calls.ts'
import { TRIPS_PATH, TRIPS_SITEMAP } from '#shared/tours/trips-list.ts'
import { veryBusy } from './errors.ts'
import { sendPlainPage } from './plain-page.ts'

/** What is refused under overload, in this order. */
const KINDS = ['search', 'list', 'checkout'] as const
export type Kind = (typeof KINDS)[number]

/** What a call is. One that is not here is never refused. A list that is narrowed and in no cache is a search. */
const KIND_OF: Partial<Record<string, Kind>> = {
  [listTours.path]: 'list',
  [suggestTours.path]: 'list',
  [getTourChoices.path]: 'list',
  [getTour.path]: 'list',
  [listSimilarTours.path]: 'list',
  [getSeats.path]: 'list',
  [listMonthSeats.path]: 'list',
  [askOffer.path]: 'list',
  [listReviews.path]: 'list',
  [TRIPS_PATH]: 'list',
  [tripPath(':id')]: 'list',
  [TRIPS_SITEMAP]: 'list',
  [createCheckout.path]: 'checkout',
}
/** Of a route's pattern. */
export const kindOf = (url = ''): Kind | undefined => KIND_OF[url]
const NARROWED_BY = ['search', 'maxPrice', 'seats', 'freeCancellation']

/** How long work waits when the first of a kind are refused, in milliseconds. At half of it fewer are. */
const LIMIT_MS: Record<Kind, number> = { search: 50, list: 100, checkout: 200 }
const SAMPLE_MS = 250
/** By how much the level rises with a sample at a kind's limit. */
const RISE = 0.125
/** By how much it falls with a sample. What was let in too soon is in everyone's way, most of all searches. */
const FALL: Record<Kind, number> = { search: 0.0625, list: 0.125, checkout: 0.125 }
/** So many wait on a machine that is busy with other things too, and refusing them would help no one. */
const FEW = 16
const RESOLUTION_MS = 10

/** One for all: what it costs to refuse is taken from those who are served. */
const BUSY = veryBusy({ isCounted: true })

export interface Sample {
  elapsedMs: number
  /** Mean time by which timers were late. */
  loopDelayMs: number
  /** Requests since the sample before. */
  arrived: number
  /** How many waited for a connection to the database, on average. */
  poolWaiting: number
  /** Connections handed out since the sample before. */
  poolTaken: number
}

/** Returns for how many milliseconds work waits for the event loop or for a connection, by Little's law, because of all but a few. */
export function waitOf({ elapsedMs, loopDelayMs, arrived, poolWaiting, poolTaken }: Sample): number {
  const inLoop = beyondFew(loopDelayMs, (arrived * loopDelayMs) / elapsedMs)
  const inPool = beyondFew((poolWaiting * elapsedMs) / Math.max(1, poolTaken), poolWaiting)
  return Math.max(inLoop, inPool)
}

function beyondFew(ms: number, waiting: number): number {
  return waiting > FEW ? (ms * (waiting - FEW)) / waiting : 0
}

/**
 * How much is refused: at 1 every search, at 2 lists as well, at 3 new checkouts too; between two of them a share of the next kind. Each
 * sample moves it a little, or not at all between a kind's limit and its half, so that it settles instead of flapping.
 */
export function createLevel() {
  let level = 0
  const owed: Record<Kind, number> = { search: 0, list: 0, checkout: 0 }
  return {
    get value(): number {
      return level
    },
    note(waitMs: number): void {
      const next = KINDS[Math.floor(level)]
      const last = KINDS[Math.ceil(level) - 1]
      if (next && waitMs > LIMIT_MS[next]) level = Math.min(Math.floor(level) + 1, level + (RISE * waitMs) / LIMIT_MS[next])
      else if (last && waitMs < LIMIT_MS[last] / 2) level = Math.max(Math.ceil(level) - 1, level - FALL[last])
    },
    /** Spreads refusals evenly over the calls of a kind. */
    refuses(kind: Kind): boolean {
      owed[kind] += Math.min(1, Math.max(0, level - KINDS.indexOf(kind)))
      if (owed[kind] < 1) return false
      owed[kind] -= 1
      return true
    },
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** How many calls of each kind were refused under overload since the start. */
    refused?: Readonly<Record<Kind, number>>
  }
}

export type Level = Pick<ReturnType<typeof createLevel>, 'refuses'>

/** Answers 503 to the calls that `level` refuses; by default it follows how long work waits in this process. */
export function addLoadShedding(app: FastifyInstance, pool: pg.Pool, level: Level = followLoad(app, pool)): void {
  const refused: Record<Kind, number> = { search: 0, list: 0, checkout: 0 }
  app.decorate('refused', refused)

  const refuse = (kind: Kind, request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    if (!level.refuses(kind)) return done()
    refused[kind] += 1
    if (!isPage(request)) return done(BUSY)
    const { retryAfter } = BUSY.details
    reply.header('retry-after', retryAfter).header('refresh', retryAfter)
    void sendPlainPage(reply, 503, PAGE)
  }
  app.addHook('onRequest', (request, reply, done) => {
    const kind = kindOf(request.routeOptions.url)
    if (kind) refuse(kind, request, reply, done)
    else done()
  })
  // After the route's own hook, which answers from the cache.
  app.addHook('preValidation', (request, reply, done) => {
    if (isSearch(request)) refuse('search', request, reply, done)
    else done()
  })
}

const PAGE = {
  title: 'One moment',
  message: 'We’re very busy right now. This page will try again automatically in a few seconds.',
  link: { href: '/', text: 'Home page' },
}

function isPage({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === TRIPS_PATH || url === tripPath(':id')
}

function isSearch({ routeOptions: { url }, query }: FastifyRequest): boolean {
  return url === listTours.path && NARROWED_BY.some((name) => Boolean((query as Record<string, unknown>)[name]))
}

function followLoad(app: FastifyInstance, pool: pg.Pool): Level {
  const level = createLevel()
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let arrived = 0
  let poolTaken = 0
  let waitingSum = 0
  let sampledAt = performance.now()
  app.addHook('onRequest', (_request, _reply, done) => {
    arrived += 1
    done()
  })
  pool.on('acquire', () => {
    poolTaken += 1
    waitingSum += pool.waitingCount
  })

  const timer = setInterval(() => {
    const elapsedMs = performance.now() - sampledAt
    // Not a number if the loop stood still all the while.
    const loopDelayMs = Number.isNaN(delay.mean) ? elapsedMs : delay.mean / 1e6 - RESOLUTION_MS
    const poolWaiting = poolTaken === 0 ? pool.waitingCount : waitingSum / poolTaken
    const before = level.value
    level.note(waitOf({ elapsedMs, loopDelayMs, arrived, poolWaiting, poolTaken }))
    logChange(app.log, before, level.value)
    sampledAt += elapsedMs
    arrived = 0
    poolTaken = 0
    waitingSum = 0
    delay.reset()
  }, SAMPLE_MS).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    delay.disable()
    done()
  })
  return level
}

/** Logs the first and the last refusal of an overload, and counts the rest (`app.refused`). */
function logChange(log: FastifyBaseLogger, before: number, after: number): void {
  if (before === 0 && after > 0) log.warn('overloaded: starting to reject searches')
  if (before > 0 && after === 0) log.warn('no longer rejecting requests')
}
