import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { DAY_MS } from '#shared/dates.ts'
import { createRateLimit, networkOf, tooMany } from './rate-limits.ts'

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
