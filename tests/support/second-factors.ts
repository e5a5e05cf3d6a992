import { Secret, TOTP } from 'otpauth'
import * as ownCalls from '../../src/shared/accounts/own-calls.ts'
import * as securityCalls from '../../src/shared/accounts/security-calls.ts'
import type { Browser } from './browser.ts'
import type { TestApp } from './test-app.ts'

export const STEP_MS = 30_000

/** Returns an authenticator app's code at a moment, moved by `steps` of 30 seconds. */
export function codeAt(secret: string, moment: Date, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: moment.getTime() + steps * STEP_MS })
}

/** Returns six digits that are not a valid code around that moment. */
export function wrongCode(secret: string, moment: Date): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeAt(secret, moment, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code)) ?? ''
}

/** Confirms the account's email address, as its emailed link would. */
export async function haveConfirmed({ deps }: Pick<TestApp, 'deps'>, { email }: Pick<Browser, 'email'>): Promise<void> {
  await deps.db.updateTable('users').set({ email_confirmed_at: deps.now() }).where('email', '=', email).execute()
}

/**
 * Confirms the address of a signed-in account and sets up its second factor. Returns its secret, the code that this has
 * spent, and the recovery codes.
 */
export async function setUpFactor(
  site: Pick<TestApp, 'deps'>,
  who: Browser,
  password = 'password1',
): Promise<{ secret: string; spent: string; recoveryCodes: string[] }> {
  await haveConfirmed(site, (await who.get(ownCalls.getAccount.path)).json.user)
  const begun = await who.post(securityCalls.getSecondFactor.path, { password })
  if (begun.status !== 200) throw new Error(`second factor: ${begun.text}`)
  const secret: string = begun.json.secret
  const spent = codeAt(secret, site.deps.now())
  const confirmed = await who.post(securityCalls.confirmSecondFactor.path, { code: spent })
  if (confirmed.status !== 200) throw new Error(`second factor: ${confirmed.text}`)
  return { secret, spent, recoveryCodes: confirmed.json.recoveryCodes }
}
