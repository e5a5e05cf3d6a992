import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { longDay, type Day } from '#shared/dates.ts'
import type { Currency } from '#shared/money.ts'
import type { OfferCode } from '#shared/tours/offers/discounts.ts'
import { NO_SUCH_CODE } from '#shared/tours/offers/no-such-code.ts'
import { isPossibleCode, writtenCode } from '#shared/written-codes.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { createRateLimit, networkOf } from '#server/lib/rate-limits.ts'
import { hashToken } from '#server/lib/secrets.ts'
import type { CodeRow } from './terms.ts'

const USED_BEFORE = 'You’ve already used this code.'
const USED_UP = 'This code has been used up.'

/** What the code is for. `today` is the agency’s. */
interface CodeUse {
  text: string
  tourId: string
  optionId: string
  day: Day
  currency: Currency
  today: Day
}

function codeNotValid(message: string): AppError {
  return new AppError('code_not_valid', message, { issues: [{ path: 'code', message }] })
}

/** Returns a code’s discount without counting a use. Throws 400 `code_not_valid` if it’s unknown, used up or not for this. */
export async function findCode(db: Database | Trx, use: CodeUse): Promise<OfferCode> {
  const row = await db.selectFrom('codes').selectAll().where('text', '=', writtenCode(use.text)).executeTakeFirst()
  if (!row?.is_active) throw codeNotValid(NO_SUCH_CODE)
  const reason = whyNot(row, use)
  if (reason !== undefined) throw codeNotValid(reason)
  return toOfferCode(row)
}

function whyNot(row: CodeRow, { tourId, optionId, day, currency, today }: CodeUse): string | undefined {
  if (row.usable_to !== null && today > row.usable_to) return `This code expired on ${longDay(row.usable_to)}.`
  if (row.usable_from !== null && today < row.usable_from) return `This code is valid from ${longDay(row.usable_from)}.`
  if (row.tour_ids && !row.tour_ids.includes(tourId)) return 'This code isn’t valid for this tour.'
  if (row.option_ids && !row.option_ids.includes(optionId)) return 'This code isn’t valid for this option.'
  if ((row.travel_from !== null && day < row.travel_from) || (row.travel_to !== null && day > row.travel_to)) {
    return 'This code isn’t valid for departures on that date.'
  }
  if (row.currency !== null && row.currency !== currency) return 'This code is for a different currency.'
  return row.most_uses !== null && row.uses >= row.most_uses ? USED_UP : undefined
}

function toOfferCode(row: CodeRow): OfferCode {
  const shared = { id: row.id, text: row.text, leastSpendCents: row.least_spend_cents }
  if (row.percent !== null) return { ...shared, kind: 'percent', percent: row.percent }
  if (row.amount_cents !== null) return { ...shared, kind: 'amount', amountCents: row.amount_cents }
  return { ...shared, kind: 'extra', extraId: row.extra_id ?? '' }
}

/**
 * Counts a use for a new booking. Throws 400 `code_not_valid` if others have just used the code up, or this person has already used it. Locks
 * the code if its uses are limited, so it comes after a transaction’s other locks.
 */
export async function takeCode(trx: Trx, codeId: string, { bookingId, userId }: { bookingId: string; userId: string }): Promise<void> {
  if (!(await countUse(trx, codeId))) throw codeNotValid(USED_UP)
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('code_uses')
    .columns(['booking_id', 'code_id', 'user_id', 'is_once'])
    .expression((eb) =>
      eb
        .selectFrom('codes')
        .select([sql<string>`${bookingId}::uuid`.as('booking_id'), 'id', sql<string>`${userId}`.as('user_id'), 'is_once_per_person'])
        .where('id', '=', codeId),
    )
    // A literal, because PostgreSQL can’t match a parameter to the partial index once it uses a generic plan.
    .onConflict((conflict) =>
      conflict
        .columns(['code_id', 'user_id'])
        .where(sql<boolean>`is_once and freed_at is null`)
        .doNothing(),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw codeNotValid(USED_BEFORE)
}

/** Returns false if the code is used up. */
async function countUse(trx: Trx, codeId: string): Promise<boolean> {
  const { rows } = await sql<{ is_limited: boolean; is_counted: boolean }>`
    with counted as (update codes set uses = uses + 1 where id = ${codeId} and uses < most_uses returning id)
    select most_uses is not null as is_limited, exists (select from counted) as is_counted from codes where id = ${codeId}`.execute(trx)
  return rows[0] !== undefined && (rows[0].is_counted || !rows[0].is_limited)
}

/** Gives back the use of a booking whose hold has ended or which the agency has cancelled. Does nothing for a booking without a code. */
export async function freeCode(trx: Trx, bookingId: string, now: Date): Promise<void> {
  await sql`
    with freed as (update code_uses set freed_at = ${now} where booking_id = ${bookingId} and freed_at is null returning code_id)
    update codes set uses = uses - 1 from freed where id = code_id and most_uses is not null`.execute(trx)
}

/** Counts the use again for a booking whose hold had ended. Returns false if the code is used up, and true for a booking without a code. */
export async function retakeCode(trx: Trx, bookingId: string): Promise<boolean> {
  const use = await trx
    .selectFrom('code_uses')
    .select(['code_id', 'user_id', 'is_once'])
    .where('booking_id', '=', bookingId)
    .where('freed_at', 'is not', null)
    .executeTakeFirst()
  if (!use) return true
  // Concurrent uses of the same code wait here, so the unique index is only a backstop.
  await trx.selectFrom('codes').select('id').where('id', '=', use.code_id).forUpdate().execute()
  const other = trx.selectFrom('code_uses').select('booking_id').where('code_id', '=', use.code_id).where('user_id', '=', use.user_id)
  if (use.is_once && (await other.where('is_once', '=', true).where('freed_at', 'is', null).executeTakeFirst())) return false
  if (!(await countUse(trx, use.code_id))) return false
  await trx.updateTable('code_uses').set({ freed_at: null }).where('booking_id', '=', bookingId).execute()
  return true
}

const QUARTER_HOUR = 15 * 60
const MAX_WRONG_PER_ACCOUNT = 10
const MAX_WRONG_PER_NETWORK = 100

/**
 * Returns a guard against guessing codes, which limits unknown codes per account and per network. Towards the network’s limit, an account’s
 * repeated guess counts once, and guesses refused for the account don’t count, so that no single account uses up everyone’s guesses. Calls
 * without a code, or with a text that can’t be one, don’t count; neither do those that succeed.
 */
export function createCodeGuard({ pool, auth }: Pick<Deps, 'pool' | 'auth'>) {
  const ofAccount = createRateLimit(pool, 'promo-code', MAX_WRONG_PER_ACCOUNT, QUARTER_HOUR)
  const ofNetwork = createRateLimit(pool, 'promo-code-network', MAX_WRONG_PER_NETWORK, QUARTER_HOUR)
  const firstOfCode = createRateLimit(pool, 'promo-code-once', 1, QUARTER_HOUR)

  /** Returns a function that undoes the count. Throws 429. */
  async function count(network: string, userId: string | undefined, code: string): Promise<() => Promise<void>> {
    if (userId !== undefined) await ofAccount.consume(userId)
    const guess = hashToken(JSON.stringify([network, userId, code]))
    const isFirst = await firstOfCode.hasRoom(guess)
    const forgiveAccount = async () => (userId === undefined ? undefined : ofAccount.forgive(userId))
    try {
      if (isFirst) await ofNetwork.consume(network)
    } catch (error) {
      // The code wasn’t checked, so it’s no guess.
      await Promise.all([forgiveAccount(), firstOfCode.reset(guess)])
      throw error
    }
    return async () => {
      await forgiveAccount()
      if (isFirst) await Promise.all([ofNetwork.forgive(network), firstOfCode.reset(guess)])
    }
  }

  return async function guarded<Result>(request: FastifyRequest, code: string | undefined, work: () => Promise<Result>): Promise<Result> {
    if (code === undefined || !isPossibleCode(writtenCode(code))) return work()
    const forgive = await count(networkOf(request.ip), auth.identify(request)?.userId, writtenCode(code))
    const result = await work().catch(async (error: unknown) => {
      // Only an unknown code is a guess: known codes that aren’t valid here, and other errors, aren’t.
      if (!(error instanceof AppError && error.message === NO_SUCH_CODE)) await forgive()
      throw error
    })
    await forgive()
    return result
  }
}
