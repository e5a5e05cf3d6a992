import { randomInt } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import type { Account } from '#shared/accounts/public.ts'
import { WRONG_CODE, type ChangeFactorBody, type SecondFactor } from '#shared/accounts/second-factors.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { brand } from '#shared/brand.ts'
import { secondFactorMail, type FactorChange } from '#server/emails/sign-in.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { actAs, actorOf } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Trx } from '#server/lib/db.ts'
import { isOpenDemo } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { findStaffSetup, isFactorCompulsory } from '#server/lib/guards.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { hashToken } from '#server/lib/secrets.ts'
import type { Serving } from '#server/lib/serve.ts'
import { accountLimits } from './limits.ts'
import { forgetDevices, rememberDevice } from './sessions/devices.ts'
import { revokeOtherSessions } from './sessions/sessions.ts'
import { getOwnAccount, knownName, requireConfirmedEmail, requirePassword, type OwnAccount } from './users.ts'

/** Manages one's own second factor. */
export function secondFactorCalls({ read, flow }: Serving, deps: Deps): void {
  const { config, db, pool } = deps
  const limits = accountLimits(pool, config)

  read(securityCalls.getSecondFactor, async ({ who }) => describeFactor(deps, await getOwnAccount(db, who)))

  flow(securityCalls.beginSecondFactor, async ({ who, body }) => {
    const account = await requirePassword(db, limits.passwordChecks, who, body.password)
    return actAs(db, who, async (trx) => beginFactor(deps, trx, account))
  })

  flow(securityCalls.confirmSecondFactor, async ({ request, reply, who, body }) => {
    await limits.codeChecks.consume(who.userId)
    const account = await getOwnAccount(db, who)
    const { recoveryCodes, generation } = await actAs(db, who, async (trx) => {
      await recordChange(trx, request, who, true)
      return confirmFactor(deps, trx, who, account, body.code)
    })
    await limits.codeChecks.reset(who.userId)
    rememberDevice(deps, reply, account.email, { generation })
    return { recoveryCodes }
  })

  flow(securityCalls.removeSecondFactor, async ({ request, who, body }) => {
    await withProof(who, body, async (trx, account) => {
      await removeFactor(deps, trx, account, 'off')
      await recordChange(trx, request, who, false)
    })
    return { message: 'Two-step sign-in is off' }
  })

  flow(securityCalls.renewRecoveryCodes, async ({ who, body }) => ({
    recoveryCodes: await withProof(who, body, async (trx, account) => renewRecoveryCodes(trx, account.id)),
  }))

  /** Does the work once both the password and a code are right. */
  async function withProof<T>(
    who: SignedIn,
    { password, code }: ChangeFactorBody,
    work: (trx: Trx, account: OwnAccount) => Promise<T>,
  ): Promise<T> {
    const account = await requirePassword(db, limits.passwordChecks, who, password)
    await limits.codeChecks.consume(account.id)
    const result = await actAs(db, who, async (trx) => {
      if (!(await spendCode(trx, deps, account.id, code))) throw wrongCode()
      return work(trx, account)
    })
    await limits.codeChecks.reset(account.id)
    return result
  }
}

async function recordChange(trx: Trx, request: FastifyRequest, who: SignedIn, isOn: boolean): Promise<void> {
  await recordAudit(trx, {
    actor: actorOf(request, who),
    action: isOn ? 'second_factor.set_up' : 'second_factor.removed',
    subject: { kind: 'account', id: who.userId },
    before: { hasSecondFactor: !isOn },
    after: { hasSecondFactor: isOn },
  })
}

/** Returns what the owner may see: never the secret or the codes. */
export async function describeFactor({ config, db }: Pick<Deps, 'config' | 'db'>, { id, role }: Account): Promise<SecondFactor> {
  const factor = await db
    .selectFrom('second_factors')
    .leftJoin('recovery_codes', (join) => join.onRef('recovery_codes.user_id', '=', 'second_factors.user_id').on('used_at', 'is', null))
    .select((eb) => eb.fn.count<number>('code_hash').as('codes'))
    .where('second_factors.user_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .groupBy('second_factors.user_id')
    .executeTakeFirst()
  const isAvailable = !isOpenDemo(config, id)
  return {
    isOn: factor !== undefined,
    isCompulsory: isAvailable && isFactorCompulsory(config, role),
    isAvailable,
    recoveryCodesLeft: factor?.codes ?? 0,
    dueSetup: (await findStaffSetup({ config, db }, id)).due,
  }
}

type Keys = Pick<Deps, 'sealing' | 'now'>

/**
 * Begins to set up a second factor and returns its secret, which is stored encrypted. It is not required until
 * confirmed; beginning again replaces it. Throws 409 if there already is one, for a shared demo account, and before the
 * email address is confirmed.
 */
async function beginFactor(deps: Deps, trx: Trx, account: OwnAccount): Promise<{ secret: string; uri: string }> {
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
async function confirmFactor(
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
  await notifyOwner(deps, trx, account, 'on')
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
async function renewRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
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
  await notifyOwner(deps, trx, account, change)
  return true
}

async function notifyOwner(
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

const PERIOD_SECONDS = 30

/** How many 30-second steps a phone's clock may be off. */
const WINDOW_STEPS = 1

const RECOVERY_CODES = 10

/** 118 bits. From 112 on a plain hash suffices, since the code cannot be found by guessing. */
const RECOVERY_LENGTH = 24

/** Encoded in base32. */
function createSecret(): string {
  return new Secret({ size: 20 }).base32
}

function secretUri(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** Returns undefined unless the code is at most one 30-second step away from now. */
function findStep(secret: string, code: string, now: Date): number | undefined {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: withoutBlanks(code), timestamp, window: WINDOW_STEPS })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => createCode(RECOVERY_LENGTH))
}

function totpOf(secret: string, email = ''): TOTP {
  return new TOTP({ issuer: brand.name, label: email, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, digits: 6 })
}

/** Omits letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** In groups of four, so that it is easy to type. */
export function createCode(length: number): string {
  const letters = Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return letters.replaceAll(/.{4}(?=.)/g, (group) => `${group}-`)
}

/** Ignores the case and spacing in which the code was typed. */
export function hashCode(code: string): string {
  return hashToken(withoutBlanks(code).toLowerCase())
}

function withoutBlanks(code: string): string {
  return code.replaceAll(/[\s\p{Pd}]/gu, '')
}
