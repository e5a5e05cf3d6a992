import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { Queue } from '#server/lib/queue.ts'
import { signInCodeMail } from '#server/emails/sign-in-code.ts'
import { knownName } from '../queries.ts'
import { createCode, hashCode } from '../typed-codes.ts'

export const SEND_CODE_JOB = 'accounts.send-sign-in-code'

/** Longer than the hour between two emails, so that an owner always has one that works. */
const LIFE_MS = 2 * 60 * 60 * 1000
/** 59 bits: guesses, which are limited per network, find none within its life. */
const LENGTH = 12

export const codeJobSchema = z.object({ requestId: z.string(), email: z.string() })

/** The job looks the account up, so that the request takes the same time for any address. */
export async function requestCode(db: Database, queue: Queue, email: string): Promise<void> {
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
export async function findEmailedCode(db: Database, email: string, code: string, now: Date): Promise<string | undefined> {
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

export async function spendEmailedCode(db: Database, key: string): Promise<void> {
  await db.deleteFrom('account_links').where('token_hash', '=', key).execute()
}
