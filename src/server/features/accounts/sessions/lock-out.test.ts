import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { DEVICE_COOKIE } from '#server/lib/session-cookies.ts'
import type { Browser, SiteResponse } from '../../../../../tests/support/browser.ts'
import { newestToken } from '../../../../../tests/support/links.ts'
import { isAnyWaiting } from '../../../../../tests/support/lock-waits.ts'
import { codeAt, setUpFactor, STEP_MS, wrongCode } from '../../../../../tests/support/second-factors.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

const password = 'password1'
const chosen = 'chosen by a link'
let site: TestApp
let networks = 0

beforeAll(async () => {
  site = await createTestApp({ TRUST_PROXY: '1' })
})
afterAll(async () => site.close())
beforeEach(async () => void (await site.deps.db.deleteFrom('rate_limits').execute()))

const newNetwork = () => `198.18.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
const from = (network: string) => ({ 'x-forwarded-for': network })
const logIn = async (who: Browser, email: string, network: string, fields: Record<string, string> = {}): Promise<SiteResponse> =>
  who.post(accountCalls.logIn.path, { email, password, ...fields }, from(network))

async function guess(email: string, origins: number, each: number): Promise<SiteResponse[]> {
  const tries = Array.from({ length: origins }, newNetwork).flatMap((network) => Array.from({ length: each }, () => network))
  return Promise.all(tries.map(async (network, index) => logIn(site.visitor(), email, network, { password: `guess ${index}` })))
}

const countOf = (answers: SiteResponse[], status: number) => answers.filter((answer) => answer.status === status).length

async function pass(limit: string): Promise<void> {
  await site.deps.db.updateTable('rate_limits').set({ expire: 1 }).where('key', 'like', `${limit}:%`).execute()
}

async function createOwner(): Promise<Browser> {
  const owner = await site.customer()
  await owner.post(accountCalls.logOut.path)
  return owner
}

async function askForLink(who: Browser, email: string, network = newNetwork()): Promise<number> {
  return (await who.post(accountCalls.forgotPassword.path, { email }, from(network))).status
}

async function choosePassword(who: Browser, email: string): Promise<number> {
  const token = await newestToken(site, email, 'reset')
  return (await who.post(accountCalls.resetPassword.path, { token, password: chosen }, from(newNetwork()))).status
}

test('guessing from one network never locks out somebody on another', async () => {
  const { email } = await createOwner()
  for (let quarter = 0; quarter < 4; quarter++) {
    expect(countOf(await guess(email, 1, 15), 401), 'looked at').toBe(10)
    expect((await logIn(site.visitor(), email, newNetwork())).status).toBe(200)
    await pass('login-account')
  }
})

test('of guesses from a hundred networks at once, fifty an hour are checked, and then one a minute', async () => {
  for (const email of [(await createOwner()).email, 'nobody@example.test']) {
    const first = await guess(email, 100, 2)
    expect([countOf(first, 401), countOf(first, 429)]).toEqual([51, 149])
    const refused = first.find(({ status }) => status === 429)
    const wait = Number(refused?.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait, 'until the next try').toBeLessThanOrEqual(60)
    await pass('login-account-minute')
    expect(countOf(await guess(email, 20, 2), 401)).toBe(1)
    await pass('login-account-hour')
    expect(countOf(await guess(email, 30, 2), 401), 'the next hour').toBe(50)
    await site.deps.db.deleteFrom('rate_limits').execute()
  }
})

test('meanwhile the owner gets in on a known device, even where a network has used up its tries', async () => {
  const owner = await createOwner()
  await guess(owner.email, 100, 2)
  const shared = newNetwork()
  const spray = Array.from({ length: 101 }, async (_, index) => logIn(site.visitor(), `spray${index}@example.test`, shared))
  expect(countOf(await Promise.all(spray), 429)).toBe(1)
  expect((await logIn(site.visitor(), owner.email, shared)).status).toBe(429)
  expect((await logIn(owner, owner.email, shared)).status).toBe(200)
})

test('on a new device the owner shares the one try a minute, and waiting for it uses nothing up', async () => {
  const { email } = await createOwner()
  await guess(email, 60, 1)
  const network = newNetwork()
  for (let count = 0; count < 15; count++) expect((await logIn(site.visitor(), email, network)).status).toBe(429)
  await pass('login-account-minute')
  expect((await logIn(site.visitor(), email, network)).status).toBe(200)
})

test('a link requested on a known device lets the owner in wherever they open it, while the guessing continues', async () => {
  const owner = await createOwner()
  const { email } = owner
  await guess(email, 60, 1)
  expect(await askForLink(owner, email)).toBe(200)
  const telephone = site.visitor()
  expect(await choosePassword(telephone, email)).toBe(200)
  await guess(email, 60, 1)
  expect((await logIn(site.visitor(), email, newNetwork(), { password: chosen })).status, 'elsewhere').toBe(429)
  expect((await logIn(telephone, email, newNetwork(), { password: chosen })).status).toBe(200)
})

test('a new password forgets the devices known by the old one, except the one where it was chosen', async () => {
  const owner = await createOwner()
  const { email } = owner
  const thief = site.visitor()
  expect((await logIn(thief, email, newNetwork())).status).toBe(200)
  await askForLink(owner, email)
  await choosePassword(owner, email)
  await guess(email, 60, 1)
  expect((await logIn(thief, email, newNetwork(), { password: chosen })).status).toBe(429)
  expect((await logIn(owner, email, newNetwork(), { password: chosen })).status).toBe(200)

  const changed = { currentPassword: chosen, newPassword: 'changed in your account settings' }
  expect((await owner.post(securityCalls.changePassword.path, changed)).status).toBe(200)
  expect((await logIn(owner, email, newNetwork(), { password: changed.newPassword })).status).toBe(200)
})

test('a device known from before generations existed is still known', async () => {
  const owner = await createOwner()
  const { auth, db } = site.deps
  const [, claims = ''] = (owner.cookies.get(DEVICE_COOKIE) ?? '').split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ gen: 0 })
  const row = await db.selectFrom('users').select('device_generation').where('email', '=', owner.email).executeTakeFirstOrThrow()
  expect([row.device_generation, auth.devices.read({ cookies: Object.fromEntries(owner.cookies) } as never, owner.email)]).toMatchObject([
    0,
    { generation: 0, hasSignedIn: true },
  ])
})

test('a sign-in with the old password in progress while a new one is set begins no session', async () => {
  const { email } = await createOwner()
  const { db } = site.deps
  let late: Promise<SiteResponse> | undefined
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('email', '=', email).forUpdate().execute()
    late = logIn(site.visitor(), email, newNetwork())
    // The sign-in has found the old password right and now waits for the lock.
    await expect.poll(async () => isAnyWaiting(db)).toBe(true)
    await trx
      .updateTable('users')
      .set((eb) => ({ device_generation: eb('device_generation', '+', 1) }))
      .where('email', '=', email)
      .execute()
  })
  expect((await late)?.json).toMatchObject({ statusCode: 401, code: 'invalid_credentials' })
})

test('guessing without the password uses up no codes, and with it none of a known device', async () => {
  const owner = await site.customer()
  const { email } = owner
  const { secret } = await setUpFactor(site, owner)
  const wrong = wrongCode(secret, site.deps.now())
  const next = () => {
    site.advance(STEP_MS)
    return codeAt(secret, site.deps.now())
  }
  for (let count = 0; count < 31; count++) await logIn(site.visitor(), email, newNetwork(), { password: 'guess', code: wrong })
  expect((await logIn(site.visitor(), email, newNetwork(), { code: next() })).status).toBe(200)

  const tried = []
  for (let count = 0; count < 7; count++) tried.push((await logIn(site.visitor(), email, newNetwork(), { code: wrong })).status)
  expect(tried).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect((await logIn(owner, email, newNetwork(), { code: next() })).status).toBe(200)
  await askForLink(owner, email)
  expect(await choosePassword(owner, email)).toBe(200)
  expect((await logIn(owner, email, newNetwork(), { password: chosen, code: next() })).status, 'after another password too').toBe(200)
})

test('opening a link gives a new device no code tries of its own: the reader of the email gets no extra guesses', async () => {
  const owner = await site.customer()
  const { secret } = await setUpFactor(site, owner)
  const thief = site.visitor()
  await askForLink(thief, owner.email)
  await choosePassword(thief, owner.email)
  const code = wrongCode(secret, site.deps.now())
  const tried: number[] = []
  for (let count = 0; count < 6; count++) tried.push((await logIn(thief, owner.email, newNetwork(), { password: chosen, code })).status)
  expect(tried).toEqual([401, 401, 401, 401, 401, 429])
  await askForLink(thief, owner.email)
  await choosePassword(thief, owner.email)
  expect((await logIn(thief, owner.email, newNetwork(), { password: chosen, code })).status).toBe(429)
})
