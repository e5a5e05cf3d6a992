import type { FastifyRequest } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'
import { NO_SUCH_CODE } from '#shared/tours/offers/no-such-code.ts'
import { isPossibleCode, writtenCode } from '#shared/written-codes.ts'
import { AppError } from '#server/lib/errors.ts'
import { createRateLimit, networkOf } from '#server/lib/rate-limits.ts'

const QUARTER_HOUR = 15 * 60
const WRONG_PER_ACCOUNT = 10
const WRONG_PER_NETWORK = 100

/**
 * Returns a guard for calls with a code: ten unknown ones per account and a hundred per network in a quarter of an hour (decisions, "Third
 * round"). `work` without a code, or with what no code can be, is not counted; one that succeeds is taken back.
 */
export function createCodeGuard({ pool, auth }: Pick<Deps, 'pool' | 'auth'>) {
  const ofAccount = createRateLimit(pool, 'code', WRONG_PER_ACCOUNT, QUARTER_HOUR)
  const ofNetwork = createRateLimit(pool, 'code-network', WRONG_PER_NETWORK, QUARTER_HOUR)
  return async function guarded<Result>(request: FastifyRequest, code: string | undefined, work: () => Promise<Result>): Promise<Result> {
    if (code === undefined || !isPossibleCode(writtenCode(code))) return work()
    const userId = auth.identify(request)?.userId
    const network = networkOf(request.ip)
    await ofNetwork.consume(network)
    if (userId !== undefined) await ofAccount.consume(userId)
    const forgive = async () => {
      await ofNetwork.forgive(network)
      if (userId !== undefined) await ofAccount.forgive(userId)
    }
    const result = await work().catch(async (error: unknown) => {
      // What else went wrong was no guess, nor is a code that is only not for this.
      if (!(error instanceof AppError && error.message === NO_SUCH_CODE)) await forgive()
      throw error
    })
    await forgive()
    return result
  }
}
