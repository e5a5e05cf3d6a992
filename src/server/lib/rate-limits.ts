import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { DAY_MS } from '#shared/dates.ts'
import type { Database } from './db.ts'
import { AppError } from './errors.ts'
import { hashToken } from './secrets.ts'

/** Counts tries per key in the database, so that all processes share the count and it survives a restart. */
export interface RateLimit {
  /** Counts `points`, one by default. Throws 429 `too_many_requests` with Retry-After once there have been too many. */
  consume(key: string, points?: number): Promise<void>
  /** Counts one try and returns whether it was within the limit. */
  hasRoom(key: string): Promise<boolean>
  /** Takes back one try that was not a failure. */
  forgive(key: string): Promise<void>
  reset(key: string): Promise<void>
}

/** Allows `points` tries per key in `seconds`. `refusal` builds the message for a wait such as "2 minutes". */
export function createRateLimit(
  pool: pg.Pool,
  name: string,
  points: number,
  seconds: number,
  refusal = (wait: string) => `Too many attempts. Please wait ${wait} and try again.`,
): RateLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    clearExpiredByTimeout: false,
  })
  async function count(key: string, tries: number): Promise<number | undefined> {
    try {
      await limiter.consume(storable(key), tries)
      return undefined
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      return error.msBeforeNext
    }
  }
  return {
    async consume(key, tries = 1) {
      const waitMs = await count(key, tries)
      if (waitMs !== undefined) throw tooMany(waitMs, refusal)
    },
    hasRoom: async (key) => (await count(key, 1)) === undefined,
    async forgive(key) {
      await limiter.reward(storable(key))
    },
    async reset(key) {
      await limiter.delete(storable(key))
    },
  }
}

function tooMany(waitMs: number, refusal: (wait: string) => string): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000))
  return new AppError('too_many_requests', refusal(inWords(retryAfter)), { retryAfter })
}

/** The column holds 255 characters, and the longest email address (254) does not fit together with the limit's name. */
function storable(key: string): string {
  return key.length <= 200 ? key : hashToken(key)
}

/** Returns what counts as one address: for IPv6 the first 56 bits, which is what a provider gives to one customer. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return address
  const [first = 0, second = 0, third = 0, fourth = 0] = parsed.parts
  return [first, second, third, fourth & 0xff_00].map((part) => part.toString(16)).join(':')
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`
  if (seconds < 90 * 60) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}

export async function deleteExpiredCounters(db: Database, now: Date): Promise<void> {
  let key: string | undefined = ''
  while (key !== undefined) key = await deletePage(db, now, key)
}

/** Deletes the expired ones among the next counters. Returns the key of the last one examined, or undefined if there was none. */
async function deletePage(db: Database, now: Date, after: string): Promise<string | undefined> {
  const page = db.selectFrom('rate_limits').select('key').where('key', '>', after).orderBy('key').limit(1000).as('page')
  const { last } = await db
    .selectFrom(page)
    .select((eb) => eb.fn.max('key').as('last'))
    .executeTakeFirstOrThrow()
  if (last === null) return undefined
  await db.deleteFrom('rate_limits').where('key', '>', after).where('key', '<=', last).where('expire', '<', now.getTime()).execute()
  return last
}

const DAY_SECONDS = DAY_MS / 1000
/** A shared office or a mobile provider looks like one network. */
const ACCOUNTS_PER_NETWORK = 10

export interface DailyLimit {
  /** Throws 429 `too_many_requests` with Retry-After once the day's share is used up. */
  consume(userId: string, request: FastifyRequest, units?: number): Promise<void>
  /** For limits that count the account's own rows instead. */
  consumeNetwork(request: FastifyRequest, units?: number): Promise<void>
}

/** Allows `most` per day and account, and ten times that per network. `what` names the thing in the message. */
export function createDailyLimit(pool: pg.Pool, name: string, most: number, what: string): DailyLimit {
  const refusal = (wait: string) => refusalOf(what, wait)
  const accounts = createRateLimit(pool, `${name}-a-day`, most, DAY_SECONDS, refusal)
  const networks = createRateLimit(pool, `${name}-a-day-network`, ACCOUNTS_PER_NETWORK * most, DAY_SECONDS, refusal)
  const consumeNetwork = async (request: FastifyRequest, units = 1) => networks.consume(networkOf(request.ip), units)
  return {
    consumeNetwork,
    async consume(userId, request, units = 1) {
      await accounts.consume(userId, units)
      await consumeNetwork(request, units)
    },
  }
}

/** Throws the same 429 if an account has made `most` within a day. `made` lists when, newest first. */
export function refuseMoreToday(made: Date[], most: number, what: string, now: Date): void {
  const oldest = made[most - 1]
  if (!oldest) return
  throw tooMany(oldest.getTime() + DAY_MS - now.getTime(), (wait) => refusalOf(what, wait))
}

function refusalOf(what: string, wait: string): string {
  return `Today’s limit for ${what} has been reached. Please try again in ${wait}.`
}
