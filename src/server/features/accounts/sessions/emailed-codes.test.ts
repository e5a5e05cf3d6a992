import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TOO_MANY_SIGN_INS } from '#shared/accounts/public.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import type { Browser, SiteResponse } from '../../../../../tests/support/browser.ts'
import { signInCodes } from '../../../../../tests/support/links.ts'
import { codeAt, setUpFactor, STEP_MS, wrongCode } from '../../../../../tests/support/second-factors.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

const password = 'password1'
const HOUR_MS = 60 * 60 * 1000
let site: TestApp
let networks = 0

beforeAll(async () => {
  site = await createTestApp({ TRUST_PROXY: '1' })
})
afterAll(async () => site.close())
beforeEach(async () => void (await site.deps.db.deleteFrom('rate_limits').execute()))

const newNetwork = () => `198.18.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
const logIn = async (email: string, fields: Record<string, string> = {}, network = newNetwork(), who = site.visitor()) =>
  who.post(accountCalls.logIn.path, { email, password, ...fields }, { 'x-forwarded-for': network })

/** Twelve networks use up the account's attempts of the hour, and the one of the minute. */
async function flood(email: string): Promise<SiteResponse[]> {
  const from = Array.from({ length: 12 }, newNetwork).flatMap((network) => Array.from({ length: 10 }, () => network))
  return Promise.all(from.map(async (network, index) => logIn(email, { password: `guess ${index}` }, network)))
}

async function createOwner(): Promise<Browser> {
  const owner = await site.customer()
  await owner.post(accountCalls.logOut.path)
  return owner
}

test('a code emailed during a flood from twelve networks lets the owner log in once on a new device, with the right password only', async () => {
  const { email } = await createOwner()
  await flood(email)
  expect((await logIn(email)).status).toBe(429)
  const [code = '', ...others] = await signInCodes(site, email)
  expect(others).toEqual([])
  expect((await logIn(email, { emailedCode: 'abcd-efgh-jkmn' })).status).toBe(429)
  expect((await logIn(email, { emailedCode: code, password: 'wrong' })).status).toBe(401)
  expect((await logIn(email, { emailedCode: ` ${code.toUpperCase().replaceAll('-', ' ')} ` })).status).toBe(200)
  expect((await logIn(email, { emailedCode: code })).status, 'used').toBe(429)
})

test('every 429 has the same body: for a right and a wrong password, an unknown address, a wrong emailed code, and a network that has used up its attempts', async () => {
  const { email } = await createOwner()
  const refused = [
    ...(await flood(email)),
    ...(await flood('nobody@example.test')),
    await logIn(email),
    await logIn(email, { password: 'wrong' }),
    await logIn(email, { emailedCode: 'abcd-efgh-jkmn' }),
    await logIn('nobody@example.test', { emailedCode: 'abcd-efgh-jkmn' }),
  ]
  const crowded = newNetwork()
  for (let count = 0; count <= 100; count++) refused.push(await logIn(`crowd${count}@example.test`, {}, crowded))
  const bodies = refused.filter(({ status }) => status === 429).map(({ text }) => text)
  expect(bodies.length).toBeGreaterThan(100)
  expect([...new Set(bodies)].map((body) => JSON.parse(body))).toEqual([
    { statusCode: 429, code: 'too_many_requests', message: TOO_MANY_SIGN_INS },
  ])
})

test('an account gets one code an hour however often it is tried, which works for two hours, and an unknown address gets none', async () => {
  const { email } = await createOwner()
  for (let time = 0; time < 2; time++) await flood(email)
  await flood('nobody@example.test')
  const [first = ''] = await signInCodes(site, email)
  expect(await signInCodes(site, email)).toHaveLength(1)
  expect(await signInCodes(site, 'nobody@example.test')).toEqual([])
  await site.deps.db.updateTable('rate_limits').set({ expire: 1 }).where('key', 'like', 'sign-in-code-mails:%').execute()
  await flood(email)
  const [, second = ''] = await signInCodes(site, email)
  site.advance(2 * HOUR_MS - 60_000)
  expect((await logIn(email, { emailedCode: first })).status, 'the first still works').toBe(200)
  site.advance(2 * 60_000)
  expect((await logIn(email, { emailedCode: second })).status, 'expired').toBe(429)
})

test('a code works for its own account only, and for ten passwords', async () => {
  const [{ email }, other] = [await createOwner(), await createOwner()]
  await flood(email)
  await flood(other.email)
  const [code = ''] = await signInCodes(site, email)
  expect((await logIn(other.email, { emailedCode: code })).status).toBe(429)
  const tried: number[] = []
  for (let count = 0; count < 11; count++) tried.push((await logIn(email, { emailedCode: code, password: 'wrong' })).status)
  expect(tried).toEqual([...Array<number>(10).fill(401), 429])
  expect((await logIn(email, { emailedCode: code })).status).toBe(429)
})

test('two-step sign-in is asked for besides the emailed code, which stays usable until then and gives no more guesses at it', async () => {
  const owner = await site.customer()
  const { secret } = await setUpFactor(site, owner)
  await flood(owner.email)
  const [emailedCode = ''] = await signInCodes(site, owner.email)
  expect((await logIn(owner.email, { emailedCode })).json.code).toBe('second_factor_required')
  const wrong = wrongCode(secret, site.deps.now())
  const tried: number[] = []
  for (let count = 0; count < 6; count++) tried.push((await logIn(owner.email, { emailedCode, code: wrong })).status)
  expect(tried).toEqual([401, 401, 401, 401, 401, 429])
  await site.deps.db.deleteFrom('rate_limits').where('key', 'like', 'code:%').execute()
  site.advance(STEP_MS)
  expect((await logIn(owner.email, { emailedCode, code: codeAt(secret, site.deps.now()) })).status).toBe(200)
})

test('a known device that has used up its attempts is emailed a code as well', async () => {
  const owner = await createOwner()
  const network = newNetwork()
  for (let count = 0; count < 10; count++) await logIn(owner.email, { password: 'wrong' }, network, owner)
  expect((await logIn(owner.email, {}, network, owner)).status).toBe(429)
  const [emailedCode = ''] = await signInCodes(site, owner.email)
  expect((await logIn(owner.email, { emailedCode }, network, owner)).status).toBe(200)
})
