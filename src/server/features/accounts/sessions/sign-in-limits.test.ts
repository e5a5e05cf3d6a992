import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOO_MANY_SIGN_INS } from '#shared/accounts/public.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import type { SiteResponse } from '../../../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

let site: TestApp
let strict: TestApp
let addresses = 0

beforeAll(async () => {
  site = await createTestApp({ TRUST_PROXY: '1' })
  strict = await createTestApp({ SIGN_IN_TRIES_PER_ADDRESS: '5', SIGN_UPS_PER_ADDRESS: '4' })
})
afterAll(async () => {
  await site.close()
  await strict.close()
})

function newAddress(): string {
  return `203.0.113.${++addresses}`
}

async function logIn(email: string, password: string, address: string): Promise<SiteResponse> {
  return site.visitor().post(accountCalls.logIn.path, { email, password }, { 'x-forwarded-for': address })
}

async function signUp(email: string): Promise<void> {
  await site.visitor().post(accountCalls.signUp.path, { name: 'Limited', email, password: 'right password' })
}

async function tryWrong(count: number, email: string, address: string): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index++) statuses.push((await logIn(email, `wrong ${index}`, address)).status)
  return statuses
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status)

function expectTooMany(answer: SiteResponse, message: unknown = TOO_MANY_SIGN_INS): void {
  expect(answer.status).toBe(429)
  expect(answer.json).toEqual({ statusCode: 429, code: 'too_many_requests', message })
  const seconds = Number(answer.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(900)
}

test('after 10 failed sign-ins from one network the account is closed to it for a while, even with the right password, but not to other networks', async () => {
  const email = 'ten@example.test'
  const address = newAddress()
  await signUp(email)
  expect(await tryWrong(10, email, address)).toEqual(times(10, 401))
  expectTooMany(await logIn(email, 'right password', address))
  expectTooMany(await logIn('TEN@Example.Test', 'right password', address))
  expect((await logIn(email, 'right password', newAddress())).status).toBe(200)

  await site.deps.db
    .updateTable('rate_limits')
    .set({ expire: Date.now() - 1 })
    .where('key', 'like', '%ten@example.test')
    .execute()
  expect((await logIn(email, 'right password', address)).status).toBe(200)
})

test('an account that does not exist is limited in the same way', async () => {
  const address = newAddress()
  expect(await tryWrong(10, 'nobody@example.test', address)).toEqual(times(10, 401))
  expectTooMany(await logIn('nobody@example.test', 'wrong', address))
})

test('50 simultaneous guesses do not slip past the limit (ASVS 6.3.1)', async () => {
  const email = 'parallel@example.test'
  const address = newAddress()
  await signUp(email)
  const guesses = Array.from({ length: 50 }, async (_, index) => logIn(email, `guess ${index}`, address))
  const statuses = (await Promise.all(guesses)).map((answer) => answer.status)
  expect(statuses.toSorted()).toEqual([...times(10, 401), ...times(40, 429)])
})

test('a successful sign-in resets the count of the account', async () => {
  const email = 'reset@example.test'
  const address = newAddress()
  await signUp(email)
  expect(await tryWrong(9, email, address)).toEqual(times(9, 401))
  expect((await logIn(email, 'right password', address)).status).toBe(200)
  expect(await tryWrong(10, email, address)).toEqual(times(10, 401))
  expectTooMany(await logIn(email, 'right password', address))
})

test('one address may have 100 failed sign-ins, whatever the accounts; another address is not affected (ASVS 6.3.1)', async () => {
  const address = newAddress()
  const answers = await Promise.all(
    Array.from({ length: 120 }, async (_, index) => logIn(`spray${index}@example.test`, 'password', address)),
  )
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([...times(100, 401), ...times(20, 429)])
  const email = 'bystander@example.test'
  await signUp(email)
  expectTooMany(await logIn(email, 'right password', address))
  expect((await logIn(email, 'right password', newAddress())).status).toBe(200)
})

test('without TRUST_PROXY the header of a proxy is not believed, and successes do not count (ASVS 4.1.3, 15.3.4)', async () => {
  const logInAs = async (email: string, password: string, address: string) =>
    strict.visitor().post(accountCalls.logIn.path, { email, password }, { 'x-forwarded-for': address })
  for (let index = 0; index < 7; index++) {
    expect((await logInAs('user@example.com', 'user1234', newAddress())).status).toBe(200)
  }
  const statuses: number[] = []
  for (let index = 0; index < 6; index++) {
    statuses.push((await logInAs(`liar${index}@example.test`, 'wrong', newAddress())).status)
  }
  expect(statuses).toEqual([...times(5, 401), 429])
})

test('sign-ups from one address are limited, and the refusal says how long to wait (ASVS 2.4.1)', async () => {
  const answers: SiteResponse[] = []
  for (let index = 0; index < 5; index++) {
    answers.push(
      await strict.visitor().post(accountCalls.signUp.path, { name: 'Bot', email: `bot${index}@example.test`, password: 'password' }),
    )
  }
  expect(answers.map((answer) => answer.status)).toEqual([...times(4, 201), 429])
  expectTooMany(
    answers[4] as SiteResponse,
    expect.stringMatching(/^Too many attempts\. Please wait \d+ (minutes|seconds) and try again\.$/),
  )
})

test('the longest possible email address can be counted', async () => {
  const domain = Array.from({ length: 3 }, () => 'd'.repeat(60)).join('.')
  const email = `${'a'.repeat(254 - domain.length - 4)}@${domain}.uk`
  expect(email).toHaveLength(254)
  const signedUp = await site.visitor().post(accountCalls.signUp.path, { name: 'Long', email, password: 'right password' })
  expect(signedUp.status).toBe(201)
  expect((await logIn(email, 'wrong password', newAddress())).status).toBe(401)
  expect((await logIn(email, 'right password', newAddress())).status).toBe(200)
})
