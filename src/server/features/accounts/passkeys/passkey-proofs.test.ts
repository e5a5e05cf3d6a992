import { afterAll, beforeAll, expect, test } from 'vitest'
import * as passkeyCalls from '#shared/accounts/passkey-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { PASSKEY_NOT_CONFIRMED } from '#shared/accounts/passkeys.ts'
import { PROOF_MINUTES } from '#shared/accounts/proofs.ts'
import type { Authenticator } from '../../../../../tests/support/authenticator.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { addPasskey, createMember, visitorByName } from '../../../../../tests/support/passkeys.ts'
import { setUpFactor } from '../../../../../tests/support/second-factors.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp({ SIGN_IN_TRIES_PER_ADDRESS: '1000' })
})
afterAll(async () => site.close())

const password = 'password1'
const question = async (who: Browser) => (await who.get(passkeyCalls.listPasskeys.path)).json.question
const confirm = async (who: Browser, device: Authenticator, faults = {}) =>
  who.post(passkeyCalls.confirmIdentity.path, { passkey: device.get(await question(who), faults) })
/** Returns the error code while a fresh proof is due, and what the account can confirm with. */
const asked = async (who: Browser) => {
  const { code, confirmWith } = (await who.get(passkeyCalls.addPasskey.path)).json
  return [code, confirmWith]
}
const waitTooLong = () => site.advance(PROOF_MINUTES * 60_000)

test('adding or removing a passkey takes a fresh proof; renaming one does not (ASVS 7.5.1)', async () => {
  const member = await createMember(site)
  const device = await addPasskey(site, member)
  const [{ id }] = (await member.get(passkeyCalls.listPasskeys.path)).json.passkeys
  const { json: options } = await member.get(passkeyCalls.addPasskey.path)
  waitTooLong()
  expect(await asked(member)).toEqual(['confirm_identity', ['password', 'passkey']])
  expect((await member.post(passkeyCalls.addPasskey.path, { passkey: device.create(options) })).json.code).toBe('confirm_identity')
  expect((await member.delete(pathOf(passkeyCalls.removePasskey, { id }))).json.code).toBe('confirm_identity')
  expect((await member.put(pathOf(passkeyCalls.removePasskey, { id }), { name: 'Work laptop' })).status).toBe(200)
  expect((await member.post(passkeyCalls.confirmIdentity.path, { password })).status).toBe(200)
  expect((await member.delete(pathOf(passkeyCalls.removePasskey, { id }))).status).toBe(200)
})

test('a passkey is one way to confirm one’s identity, besides the password or the code', async () => {
  const member = await createMember(site)
  const device = await addPasskey(site, member)
  expect(await question(member)).toMatchObject({
    allowCredentials: [{ id: device.id.toString('base64url') }],
    userVerification: 'required',
  })
  waitTooLong()
  expect((await confirm(member, device)).json).toMatchObject({ message: 'Identity confirmed' })
  expect((await member.get(passkeyCalls.addPasskey.path)).status).toBe(200)
  await setUpFactor(site, member)
  waitTooLong()
  expect(await asked(member)).toEqual(['confirm_identity', ['code', 'passkey']])
  expect((await confirm(member, device)).status).toBe(200)
})

test('neither somebody else’s passkey nor an answer for another purpose confirms it', async () => {
  const [member, other] = [await createMember(site), await createMember(site)]
  const [device, others] = [await addPasskey(site, member), await addPasskey(site, other)]
  const elsewhere = visitorByName(site)
  await elsewhere.logIn(member.email, password)
  const once = device.get(await question(member))
  expect((await member.post(passkeyCalls.confirmIdentity.path, { passkey: once })).status).toBe(200)
  waitTooLong()
  const answers = {
    'somebody else’s device': others.get(await question(member)),
    'somebody else’s device under the own id': { ...others.get(await question(member)), id: once.id, rawId: once.rawId },
    'the question of another session': device.get(await question(elsewhere)),
    'a question to sign in': device.get((await member.get(passkeyCalls.signInByPasskey.path)).json),
    'nobody was there': device.get(await question(member), { isUnverified: true }),
    'another origin': device.get(await question(member), { origin: 'http://localhost:1' }),
    'in a frame of another site': device.get(await question(member), { crossOrigin: true }),
    'an answer that was used': once,
  }
  for (const [what, passkey] of Object.entries(answers)) {
    const { json } = await member.post(passkeyCalls.confirmIdentity.path, { passkey })
    expect(json, what).toEqual({ statusCode: 400, code: 'wrong_passkey', message: PASSKEY_NOT_CONFIRMED })
  }
  expect(await asked(member)).toEqual(['confirm_identity', ['password', 'passkey']])
  const entries = site.deps.db.selectFrom('audit_entries').select('after').where('action', '=', 'identity.refused')
  expect(await entries.execute()).toEqual(Object.keys(answers).map(() => ({ after: { refusal: 'wrong_passkey' } })))

  const signIn = device.get(await question(member))
  const visitor = visitorByName(site)
  expect((await visitor.post(passkeyCalls.signInByPasskey.path, { passkey: signIn })).status, 'nor does a proof sign in').toBe(401)
})

test('an account without a passkey is asked for the proofs that it has, and a passkey is refused', async () => {
  const [member, other] = [await createMember(site), await createMember(site)]
  const others = await addPasskey(site, other)
  waitTooLong()
  expect(await asked(member)).toEqual(['confirm_identity', ['password']])
  expect((await confirm(member, others)).json).toMatchObject({ statusCode: 400, issues: [{ path: 'password' }] })
})
