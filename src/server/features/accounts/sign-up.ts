import { randomUUID } from 'node:crypto'
import * as calls from '#shared/accounts/calls.ts'
import { type Role, SIGNUP_SUCCESSFUL } from '#shared/accounts/public.ts'
import { errorCode, type Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import type { Serving } from '#server/lib/serve.ts'
import { isKeptAddress } from './email-changes.ts'
import { accountLimits } from './limits.ts'
import { requestLink } from './links.ts'
import { isCommonPassword, type NewPassword, NO_PASSWORD, passwordColumns, prepareNewPassword } from './passwords.ts'
import { emailTaken } from './users.ts'

/** Sign-up (specification §7), and the question whether a password is easy to guess. */
export function signUpCalls({ flow }: Serving, { config, db, pool, queue }: Deps): void {
  const { signUpsPerAddress, passwordQuestions } = accountLimits(pool, config)

  flow(calls.signUp, async ({ request, body: { name, email, password } }) => {
    await signUpsPerAddress.consume(networkOf(request.ip))
    const prepared = await prepareNewPassword(password, { name, email })
    await db.transaction().execute(async (trx) => {
      await createAccount(trx, { name, email, password: prepared })
      await requestLink(trx, queue, 'confirm', email)
    })
    return { message: SIGNUP_SUCCESSFUL }
  })

  flow(calls.checkPassword, async ({ request, body }) => {
    await passwordQuestions.consume(networkOf(request.ip))
    return { isCommon: await isCommonPassword(body.password, body) }
  })
}

interface NewAccount {
  name: string
  email: string
  /** Null means that no one can sign in until a link has set one. */
  password: NewPassword | null
  role?: Role
  /** Set if someone vouches for the address; otherwise an emailed link confirms it. */
  emailConfirmedAt?: Date
}

/** Returns the id. Throws 409 `email_taken`. */
export async function createAccount(trx: Trx, account: NewAccount): Promise<string> {
  const id = randomUUID()
  if (await isKeptAddress(trx, account.email, id)) throw emailTaken()
  try {
    await trx
      .insertInto('users')
      .values({
        id,
        name: account.name,
        email: account.email,
        ...(account.password ? passwordColumns(account.password) : { password_hash: NO_PASSWORD }),
        role: account.role ?? 'customer',
        email_confirmed_at: account.emailConfirmedAt ?? null,
      })
      .execute()
  } catch (error) {
    throw errorCode(error) === '23505' ? emailTaken() : error
  }
  return id
}
