import type { FastifyRequest } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { KnownDevice } from '#server/lib/known-devices.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import { accountLimits } from '../limits.ts'
import { findKnownDevice } from './devices.ts'
import { findEmailedCode, requestCode, spendEmailedCode } from './emailed-codes.ts'

interface Tried {
  device: KnownDevice | undefined
  forgive(): Promise<void>
  forgiveNetwork(): Promise<void>
  /** Used once the owner has proved to be present. */
  forget(): Promise<void>
}

/**
 * Counts tries at an account's password. A known device has its own counter. All others count for their network, for the account from that
 * network, and for the account per hour; beyond that they share one try a minute, so that guessing from a thousand networks is slow.
 * A refused visitor may use the code that the owner is then emailed once an hour, so that guessing locks no owner out.
 */
export function createTries(deps: Deps) {
  const { triesPerAddress, tries, triesPerCode, codeMails } = accountLimits(deps.pool, deps.config)

  /** Throws what `consume` throws, after emailing the owner a code. */
  async function orEmailCode(account: string, consume: () => Promise<void>): Promise<void> {
    try {
      await consume()
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'too_many_requests'
      if (isRefused && (await codeMails.hasRoom(account))) await requestCode(deps.db, deps.queue, account)
      throw error
    }
  }

  async function countForCode(account: string, key: string, device: KnownDevice | undefined): Promise<Tried> {
    await triesPerCode.consume(key)
    return {
      device,
      forgive: async () => triesPerCode.forgive(key),
      forgiveNetwork: async () => undefined,
      forget: async () => {
        await spendEmailedCode(deps.db, key)
        await codeMails.reset(account)
      },
    }
  }

  return {
    /** Counts a try before the password is checked, or concurrent guesses would slip past the limits together. Throws 429. */
    async count(request: FastifyRequest, email: string, emailedCode?: string): Promise<Tried> {
      const account = email.toLowerCase()
      const device = await findKnownDevice(deps, request, email)
      const code = emailedCode ? await findEmailedCode(deps.db, email, emailedCode, deps.now()) : undefined
      if (code !== undefined) return countForCode(account, code, device)
      if (device) {
        await orEmailCode(account, async () => tries.perDevice.consume(device.name))
        const forgive = async () => tries.perDevice.forgive(device.name)
        return { device, forgive, forgiveNetwork: async () => undefined, forget: async () => tries.perDevice.reset(device.name) }
      }
      const network = networkOf(request.ip)
      const here = pairOf(account, network)
      await triesPerAddress.consume(network)
      await orEmailCode(account, async () => tries.perNetwork.consume(here))
      const isShared = !(await tries.anHour.hasRoom(account))
      try {
        if (isShared) await orEmailCode(account, async () => tries.aMinute.consume(account))
      } catch (error) {
        // Waiting for the shared try does not count as a wrong password.
        await tries.perNetwork.forgive(here)
        throw error
      }
      const forgiveAll = async () => {
        await tries.anHour.forgive(account)
        if (isShared) await tries.aMinute.forgive(account)
      }
      return {
        device,
        forgive: async () => Promise.all([forgiveAll(), tries.perNetwork.forgive(here)]).then(() => undefined),
        forgiveNetwork: async () => triesPerAddress.forgive(network),
        forget: async () => Promise.all([forgiveAll(), tries.perNetwork.reset(here)]).then(() => undefined),
      }
    },

    async forgetAll(request: FastifyRequest, email: string): Promise<void> {
      const account = email.toLowerCase()
      await tries.perNetwork.reset(pairOf(account, networkOf(request.ip)))
      await tries.anHour.reset(account)
      await tries.aMinute.reset(account)
    },
  }
}

function pairOf(account: string, network: string): string {
  return `${network} ${account}`
}
