import { WRONG_CODE } from '#shared/accounts/second-factors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Trx } from '#server/lib/db.ts'
import { isOpenDemo } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { secondFactorMail, type FactorChange } from '#server/emails/second-factor-changed.ts'
import { knownName, requireConfirmedEmail, type OwnAccount } from '../queries.ts'
import { revokeOtherSessions } from '../sessions/commands.ts'
import { forgetDevices } from '../sessions/devices.ts'
import { hashCode } from '../typed-codes.ts'
import { createRecoveryCodes, createSecret, findStep, secretUri } from './codes.ts'

type Keys = Pick<Deps, 'sealing' | 'now'>

/**
 * Begins to set up a second factor and returns its secret, which is stored encrypted. It is not required until
 * confirmed; beginning again replaces it. Throws 409 if there already is one, for a shared demo account, and before the
 * email address is confirmed.
 */
export async function beginFactor(deps: Deps, trx: Trx, account: OwnAccount): Promise<{ secret: string; uri: string }> {
  if (isOpenDemo(deps.config, account.id)) {
    throw new AppError('account_in_use', 'This is a shared demo account, so you can’t turn on two-step sign-in.')
  }
  await requireConfirmedEmail(trx, account.id)
  const secret = createSecret()
  const sealed_secret = deps.sealing.seal(secret, account.id)
  const begun = await trx
    .insertInto('second_factors')
    .values({ user_id: account.id, sealed_secret, created_at: deps.now() })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ sealed_secret, created_at: deps.now() }).where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  if (begun.numInsertedOrUpdatedRows !== 1n) throw new AppError('second_factor_state', 'Two-step sign-in is already on.')
  return { secret, uri: secretUri(secret, account.email) }
}

/**
 * Turns the second factor on once a first code proves that the app has its secret, and returns the recovery codes. Ends
 * all other sessions, forgets all devices, which have not proved it, and emails the owner. Throws 400 `wrong_code`, and
 * 409 if there is nothing to confirm or the email address is unconfirmed.
 */
export async function confirmFactor(
  deps: Deps,
  trx: Trx,
  who: SignedIn,
  account: OwnAccount,
  code: string,
): Promise<{ recoveryCodes: string[]; generation: number }> {
  const now = deps.now()
  await requireConfirmedEmail(trx, who.userId)
  const factor = await trx
    .selectFrom('second_factors')
    .select(['sealed_secret', 'confirmed_at'])
    .where('user_id', '=', who.userId)
    .forUpdate()
    .executeTakeFirst()
  if (!factor || factor.confirmed_at) throw new AppError('second_factor_state', 'There’s nothing to confirm. Please start again.')
  const secret = deps.sealing.open(factor.sealed_secret, who.userId)
  const step = secret && findStep(secret, code, now)
  if (!step) throw wrongCode()
  await trx.updateTable('second_factors').set({ confirmed_at: now, last_step: step }).where('user_id', '=', who.userId).execute()
  await revokeOtherSessions(trx, who, now)
  await tellOwner(deps, trx, account, 'on')
  return { recoveryCodes: await renewRecoveryCodes(trx, who.userId), generation: await forgetDevices(trx, who.userId) }
}

/**
 * Spends a second-factor code: six digits, from a later step than the last one, or a recovery code. Returns which of the
 * two it was, or undefined if it is wrong or already used. Of two sent at once, one succeeds.
 */
export async function spendCode(trx: Trx, { sealing, now }: Keys, userId: string, code: string): Promise<'app' | 'recovery' | undefined> {
  const factor = await trx
    .selectFrom('second_factors')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!factor) return undefined
  const secret = sealing.open(factor.sealed_secret, userId)
  const step = secret && findStep(secret, code, now())
  if (step) {
    const spent = await trx
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return spent.numUpdatedRows === 1n ? 'app' : undefined
  }
  const used = await trx
    .updateTable('recovery_codes')
    .set({ used_at: now() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n ? 'recovery' : undefined
}

/** Returns the new codes, which are stored only as hashes. */
export async function renewRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = createRecoveryCodes()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) })))
    .execute()
  return codes
}

/** Emails the owner. Returns whether a confirmed factor existed. */
export async function removeFactor(
  deps: Deps,
  trx: Trx,
  account: Pick<OwnAccount, 'id' | 'name' | 'email' | 'emailConfirmedAt'>,
  change: FactorChange,
): Promise<boolean> {
  const removed = await trx.deleteFrom('second_factors').where('user_id', '=', account.id).returning('confirmed_at').executeTakeFirst()
  if (!removed?.confirmed_at) return false
  await tellOwner(deps, trx, account, change)
  return true
}

async function tellOwner(
  deps: Deps,
  trx: Trx,
  account: Pick<OwnAccount, 'name' | 'email' | 'emailConfirmedAt'>,
  change: FactorChange,
): Promise<void> {
  await queueMail(trx, deps.queue, secondFactorMail(account.email, { name: knownName(account), change, siteUrl: deps.origins.ofMails() }))
}

export function wrongCode(): AppError {
  return new AppError('wrong_code', WRONG_CODE, { issues: [{ path: 'code', message: WRONG_CODE }] })
}
