import { Secret, TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import type { Browser, SiteResponse } from '../../../../tests/support/browser.ts'
import { mailsTo } from '../../../../tests/support/buyers.ts'
import { codeAt, haveConfirmed, setUpFactor, STEP_MS, wrongCode } from '../../../../tests/support/second-factors.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

const password = 'password1'
const logIn = async (who: Browser, email: string, code?: string): Promise<SiteResponse> =>
  who.post(accountCalls.logIn.path, { email, password, ...(code !== undefined && { code }) })

/** The factor's next code is still unused. */
async function createOwner() {
  const owner = await site.customer()
  const factor = await setUpFactor(site, owner)
  site.advance(STEP_MS)
  return { owner, email: owner.email, ...factor, code: (steps = 0) => codeAt(factor.secret, site.deps.now(), steps) }
}

test('once a second factor is set up, the password alone gets a request for the code, and the code signs in (ASVS 6.3.4)', async () => {
  const owner = await site.customer()
  expect((await owner.get(securityCalls.getSecondFactor.path)).json).toEqual({
    isOn: false,
    isCompulsory: false,
    isAvailable: true,
    recoveryCodesLeft: 0,
    dueSetup: [],
  })
  await haveConfirmed(site, owner)
  const { secret, uri } = (await owner.post(securityCalls.getSecondFactor.path, { password })).json
  const carried = URI.parse(uri)
  expect(carried).toBeInstanceOf(TOTP)
  expect(carried).toMatchObject({ issuer: brand.name, label: owner.email, algorithm: 'SHA1', digits: 6, period: 30 })
  expect(carried.secret.base32).toBe(secret)
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
  expect((await logIn(site.visitor(), owner.email)).status, 'not asked for before it is confirmed').toBe(200)

  const confirmed = await owner.post(securityCalls.confirmSecondFactor.path, { code: codeAt(secret, site.deps.now()) })
  expect(confirmed.json.recoveryCodes).toHaveLength(10)
  expect(await mailsTo(site, owner.email)).toContain('second-factor-changed')
  expect((await owner.get(securityCalls.getSecondFactor.path)).json).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })

  const asked = await logIn(site.visitor(), owner.email)
  expect([asked.status, asked.json.code, asked.json.issues]).toEqual([401, 'second_factor_required', undefined])
  site.advance(STEP_MS)
  const visitor = site.visitor()
  expect((await logIn(visitor, owner.email, codeAt(secret, site.deps.now()))).json.message).toBe('Login successful')
  expect((await visitor.get(ownCalls.getAccount.path)).status).toBe(200)
})

test('only somebody who knows the password learns that there is a second factor', async () => {
  const { email, code } = await createOwner()
  for (const body of [
    { email, password: 'wrong' },
    { email, password: 'wrong', code: code() },
  ]) {
    expect((await site.visitor().post(accountCalls.logIn.path, body)).json).toMatchObject({ statusCode: 401, code: 'invalid_credentials' })
  }
})

test('setting up a second factor ends all other sessions, which were begun without it (ASVS 7.4.3)', async () => {
  const owner = await site.customer()
  const elsewhere = site.visitor()
  await logIn(elsewhere, owner.email)
  await setUpFactor(site, owner)
  expect([(await owner.get(ownCalls.getAccount.path)).status, (await elsewhere.get(ownCalls.getAccount.path)).status]).toEqual([200, 401])
})

test('a code works once and invalidates earlier ones; of three sent at once, one signs in (ASVS 6.5.1)', async () => {
  const { email, code } = await createOwner()
  const now = code()
  const before = code(-1)
  const all = await Promise.all(Array.from({ length: 3 }, async () => (await logIn(site.visitor(), email, now)).status))
  expect(all.toSorted()).toEqual([200, 401, 401])
  const again = await logIn(site.visitor(), email, now)
  expect(again.json).toMatchObject({ code: 'second_factor_required', issues: [{ path: 'code' }] })
  expect((await logIn(site.visitor(), email, before)).status).toBe(401)
  expect((await logIn(site.visitor(), email, code(1))).status, 'a telephone that is half a minute ahead').toBe(200)
})

test('the code that confirmed the factor is spent too', async () => {
  const owner = await site.customer()
  const { spent } = await setUpFactor(site, owner)
  expect((await logIn(site.visitor(), owner.email, spent)).status).toBe(401)
})

test('codes may be typed with spaces and dashes; those of other minutes are refused', async () => {
  const { email, code } = await createOwner()
  for (const steps of [-3, 3]) expect((await logIn(site.visitor(), email, code(steps))).status).toBe(401)
  const spaced = `${code().slice(0, 3)} ${code().slice(3)} `
  expect((await logIn(site.visitor(), email, spaced)).status).toBe(200)
})

test('a recovery code signs in once, however it is typed, and new ones replace all old ones (ASVS 6.5.1, 6.5.2)', async () => {
  const { owner, email, recoveryCodes, code } = await createOwner()
  const [first = '', second = '', third = ''] = recoveryCodes
  // At least 112 bits, so that a plain hash protects them.
  expect(first).toMatch(/^([a-hjkmnp-z2-9]{4}-){5}[a-hjkmnp-z2-9]{4}$/)
  const all = await Promise.all(Array.from({ length: 3 }, async () => (await logIn(site.visitor(), email, first)).status))
  expect(all.toSorted()).toEqual([200, 401, 401])
  expect((await logIn(site.visitor(), email, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect((await owner.get(securityCalls.getSecondFactor.path)).json.recoveryCodesLeft).toBe(8)
  const renewed = await owner.post(securityCalls.renewRecoveryCodes.path, { password, code: code() })
  expect(renewed.json.recoveryCodes).toHaveLength(10)
  expect((await logIn(site.visitor(), email, third)).status).toBe(401)
  expect((await logIn(site.visitor(), email, renewed.json.recoveryCodes[0])).status).toBe(200)
})

test('five wrong codes block the account’s second step elsewhere, but not on a device that the owner has signed in on', async () => {
  const { owner, email, secret, code } = await createOwner()
  await owner.post(accountCalls.logOut.path)
  const stranger = async () => (await logIn(site.visitor(), email, wrongCode(secret, site.deps.now()))).status
  const statuses: number[] = []
  for (let count = 0; count < 6; count++) statuses.push(await stranger())
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  expect((await logIn(site.visitor(), email, code())).status, 'even with the right code').toBe(429)
  expect((await logIn(owner, email, code())).status).toBe(200)
})

test('parallel guesses do not slip past the limit', async () => {
  const { email, secret } = await createOwner()
  const wrong = wrongCode(secret, site.deps.now())
  const all = await Promise.all(Array.from({ length: 12 }, async () => (await logIn(site.visitor(), email, wrong)).status))
  expect(all.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
  expect(new Set(all)).toEqual(new Set([401, 429]))
})

test('wrong codes count for the network that they come from', async () => {
  const strict = await createTestApp({ SIGN_IN_TRIES_PER_ADDRESS: '8', CODE_TRIES_PER_ACCOUNT: '100', SIGN_IN_TRIES_PER_ACCOUNT: '100' })
  try {
    const owner = await strict.customer()
    const { secret } = await setUpFactor(strict, owner)
    const statuses: number[] = []
    for (let count = 0; count < 9; count++) {
      statuses.push((await logIn(strict.visitor(), owner.email, wrongCode(secret, strict.deps.now()))).status)
    }
    expect(statuses).toEqual([...Array(8).fill(401), 429])
  } finally {
    await strict.close()
  }
})

test('no more than thirty codes can be tried in a day, however patiently', async () => {
  const { email, secret, code } = await createOwner()
  const wrong = async () => (await logIn(site.visitor(), email, wrongCode(secret, site.deps.now()))).status
  for (let quarter = 0; quarter < 6; quarter++) {
    for (let count = 0; count < 5; count++) expect(await wrong()).toBe(401)
    // The counters use the database's clock.
    await site.deps.db
      .updateTable('rate_limits')
      .set({ expire: Date.now() - 1 })
      .where('key', 'like', 'code:%')
      .execute()
  }
  expect([await wrong(), (await logIn(site.visitor(), email, code())).status]).toEqual([429, 429])
})

test('a right password without its code does not reset the count of wrong ones', async () => {
  const { email } = await createOwner()
  const guess = async () => (await site.visitor().post(accountCalls.logIn.path, { email, password: 'wrong' })).status
  for (let count = 0; count < 9; count++) expect(await guess()).toBe(401)
  for (let count = 0; count < 3; count++) expect((await logIn(site.visitor(), email)).json.code).toBe('second_factor_required')
  expect([await guess(), await guess()]).toEqual([401, 429])
})

test('turning the second factor off needs the password and a code, and then the password alone signs in (ASVS 7.5.1)', async () => {
  const { owner, email, secret, code } = await createOwner()
  const remove = async (body: object) => owner.post(securityCalls.removeSecondFactor.path, body)
  expect((await remove({ password: 'wrong', code: code() })).json.code).toBe('wrong_password')
  expect((await remove({ password, code: wrongCode(secret, site.deps.now()) })).json).toMatchObject({
    statusCode: 400,
    code: 'wrong_code',
    issues: [{ path: 'code' }],
  })
  expect((await owner.post(securityCalls.getSecondFactor.path, { password })).json.code, 'none is replaced unseen').toBe(
    'second_factor_state',
  )
  expect((await remove({ password, code: code() })).status).toBe(200)
  expect((await logIn(site.visitor(), email)).status).toBe(200)
  expect((await remove({ password, code: code(1) })).json.code).toBe('wrong_code')
})

test('neither secret nor codes can be read in the database or in the export (ASVS 6.5.2)', async () => {
  const { owner, secret, recoveryCodes } = await createOwner()
  const factors = await site.deps.db.selectFrom('second_factors').selectAll().execute()
  const codes = await site.deps.db.selectFrom('recovery_codes').selectAll().execute()
  const exported = (await owner.get(securityCalls.downloadOwnData.path)).text
  for (const text of [JSON.stringify(factors), JSON.stringify(codes), exported]) {
    for (const hidden of [secret, ...recoveryCodes, ...recoveryCodes.map((each) => each.replaceAll('-', ''))]) {
      expect(text).not.toContain(hidden)
    }
  }
  for (const { sealed_secret } of factors) expect(exported).not.toContain(sealed_secret)
  expect(JSON.parse(exported).account).toMatchObject({ hasSecondFactor: true })
})

test('after a change of session secret app codes no longer work, but recovery codes do', async () => {
  const { email, recoveryCodes, code } = await createOwner()
  const sealed_secret = 'sealed-under-a-secret-that-is-gone'
  await site.deps.db
    .updateTable('second_factors')
    .set({ sealed_secret })
    .where('user_id', '=', (eb) => eb.selectFrom('users').select('id').where('email', '=', email))
    .execute()
  expect((await logIn(site.visitor(), email, code())).status).toBe(401)
  expect((await logIn(site.visitor(), email, recoveryCodes[0])).status).toBe(200)
})

test('the second factor ends with the account', async () => {
  const { owner } = await createOwner()
  const { id } = (await owner.get(ownCalls.getAccount.path)).json.user
  expect((await owner.post(securityCalls.deleteAccount.path, { password })).status).toBe(200)
  expect(await site.deps.db.selectFrom('second_factors').select('user_id').where('user_id', '=', id).execute()).toEqual([])
})

test('the shared demo accounts have no second factor', async () => {
  const demo = site.visitor()
  await demo.post(accountCalls.logIn.path, { email: 'admin@example.com', password: 'admin1234' })
  expect((await demo.get(securityCalls.getSecondFactor.path)).json).toMatchObject({ isAvailable: false, isCompulsory: false, dueSetup: [] })
  expect((await demo.post(securityCalls.getSecondFactor.path, { password: 'admin1234' })).json.code).toBe('account_in_use')
})
