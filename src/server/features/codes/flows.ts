import type { FastifyRequest } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'
import { NO_SUCH_CODE } from '#shared/tours/offers/no-such-code.ts'
import { isPossibleCode, writtenCode } from '#shared/written-codes.ts'
import { AppError } from '#server/lib/errors.ts'
import { createRateLimit, networkOf } from '#server/lib/rate-limits.ts'
import { hashToken } from '#server/lib/tokens.ts'

const QUARTER_HOUR = 15 * 60
const WRONG_PER_ACCOUNT = 10
const WRONG_PER_NETWORK = 100

/**
 * Returns a guard for calls with a code: ten unknown ones per account and a hundred per network in a quarter of an hour. For the network a
 * code counts once per account, and not at all once the account is refused, so that no single account uses up everyone's guesses. `work`
 * without a code, or with what no code can be, is not counted; one that succeeds is taken back.
 */
export function createCodeGuard({ pool, auth }: Pick<Deps, 'pool' | 'auth'>) {
  const ofAccount = createRateLimit(pool, 'promo-code', WRONG_PER_ACCOUNT, QUARTER_HOUR)
  const ofNetwork = createRateLimit(pool, 'promo-code-network', WRONG_PER_NETWORK, QUARTER_HOUR)
  const firstOfCode = createRateLimit(pool, 'promo-code-once', 1, QUARTER_HOUR)

  /** Returns what takes the count back. Throws 429. */
  async function count(network: string, userId: string | undefined, code: string): Promise<() => Promise<void>> {
    if (userId !== undefined) await ofAccount.consume(userId)
    const guess = hashToken(JSON.stringify([network, userId, code]))
    const isFirst = await firstOfCode.hasRoom(guess)
    const forgiveAccount = async () => (userId === undefined ? undefined : ofAccount.forgive(userId))
    try {
      if (isFirst) await ofNetwork.consume(network)
    } catch (error) {
      // Refused without being looked at, so it counts for nothing.
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
      // What else went wrong was no guess, nor is a code that is only not for this.
      if (!(error instanceof AppError && error.message === NO_SUCH_CODE)) await forgive()
      throw error
    })
    await forgive()
    return result
  }
}
