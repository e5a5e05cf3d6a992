import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { signInCodeMail } from '#server/emails/sign-in.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { Queue } from '#server/lib/queue.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import type { KnownDevice } from '#server/lib/session-cookies.ts'
import { accountLimits } from '../limits.ts'
import { createCode, hashCode } from '../second-factor.ts'
import { knownName } from '../users.ts'
import { findKnownDevice } from './devices.ts'

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

export const SEND_CODE_JOB = 'accounts.send-sign-in-code'

/** Longer than the hour between two emails, so that an owner always has one that works. */
const LIFE_MS = 2 * 60 * 60 * 1000

/** 59 bits: guesses, which are limited per network, find none within its life. */
const LENGTH = 12

export const codeJobSchema = z.object({ requestId: z.string(), email: z.string() })

/** The job looks the account up, so that the request takes the same time for any address. */
async function requestCode(db: Database, queue: Queue, email: string): Promise<void> {
  await db.transaction().execute(async (trx) => queue.enqueue(trx, SEND_CODE_JOB, { requestId: randomUUID(), email }))
}

/** Emails a code once even if the job is repeated, or does nothing if no one can sign in with this address. */
export async function sendCode(deps: Deps, { requestId, email }: z.infer<typeof codeJobSchema>): Promise<void> {
  const code = createCode(LENGTH)
  const now = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('users')
      .select(['id', 'name', 'email', 'email_confirmed_at as emailConfirmedAt'])
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .where('deleted_at', 'is', null)
      .where('disabled_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!account) return
    const expires_at = new Date(now.getTime() + LIFE_MS)
    await trx
      .insertInto('account_links')
      .values({ token_hash: hashCode(code), user_id: account.id, purpose: 'sign_in', expires_at, created_at: now })
      .execute()
    const facts = { name: knownName(account), signInCode: code, siteUrl: deps.origins.ofMails() }
    await queueMail(trx, deps.queue, signInCodeMail(account.email, requestId, facts, expires_at))
  })
}

/** Returns the key of a code that works for the address, or undefined. */
async function findEmailedCode(db: Database, email: string, code: string, now: Date): Promise<string | undefined> {
  const found = await db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select('token_hash')
    .where('token_hash', '=', hashCode(code))
    .where('purpose', '=', 'sign_in')
    .where('expires_at', '>', now)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return found?.token_hash
}

async function spendEmailedCode(db: Database, key: string): Promise<void> {
  await db.deleteFrom('account_links').where('token_hash', '=', key).execute()
}
