import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as passkeyCalls from '#shared/accounts/passkey-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { requireFreshProof } from '#server/lib/guards.ts'
import { ACCESS_COOKIE } from '#server/lib/session-cookies.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { codeAt, setUpFactor, STEP_MS, wrongCode } from '../../../../tests/support/second-factors.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const TEN_MINUTES_MS = 600_000
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

const password = 'password1'
const ASKED = { statusCode: 403, code: 'confirm_identity', message: 'Please confirm it’s you.', confirmWith: ['password'] }

async function provedAgo({ email }: Browser, ms: number, column: 'proved_at' | 'created_at' = 'proved_at'): Promise<void> {
  const owner = site.deps.db.selectFrom('users').select('id').where('email', '=', email)
  const moment = new Date(site.deps.now().getTime() - ms)
  await site.deps.db
    .updateTable('sessions')
    .set({ [column]: moment })
    .where('user_id', '=', owner)
    .execute()
}

async function entriesOf({ email }: Browser) {
  return site.deps.db
    .selectFrom('audit_entries')
    .innerJoin('users', 'users.id', 'actor_id')
    .select(['action', 'after'])
    .where('email', '=', email)
    .where('action', 'in', ['identity.confirmed', 'identity.refused'])
    .orderBy('audit_entries.id')
    .execute()
}

test('a sign-in counts as proof for ten minutes, and renewing the session does not extend it', async () => {
  const person = await site.customer()
  await provedAgo(person, TEN_MINUTES_MS - 5000, 'created_at')
  expect((await person.get(securityCalls.downloadOwnData.path)).status).toBe(200)
  await provedAgo(person, TEN_MINUTES_MS, 'created_at')
  expect((await person.get(securityCalls.downloadOwnData.path)).json).toEqual(ASKED)
  expect((await person.post(accountCalls.refreshToken.path)).status).toBe(200)
  expect((await person.get(securityCalls.downloadOwnData.path)).json).toEqual(ASKED)
  // Reading page by page needs no fresh proof.
  expect((await person.get(ownCalls.getAccount.path)).status).toBe(200)
})

test('after exactly ten minutes a sign-in no longer counts', async () => {
  const person = await site.customer()
  const request = { cookies: { [ACCESS_COOKIE]: person.cookies.get(ACCESS_COOKIE) } } as unknown as FastifyRequest
  const until = await requireFreshProof(request, site.deps)
  const at = async (ms: number) => requireFreshProof(request, { ...site.deps, now: () => new Date(until.getTime() + ms) })
  expect(await at(-1)).toEqual(until)
  await expect(at(0)).rejects.toMatchObject({ code: 'confirm_identity' })
})

test('entering the password counts like a sign-in, for ten minutes in this session alone', async () => {
  const person = await site.customer()
  const phone = site.visitor()
  await phone.logIn(person.email, password)
  await provedAgo(person, 2 * TEN_MINUTES_MS, 'created_at')
  const answer = await person.post(passkeyCalls.confirmIdentity.path, { password })
  expect(answer.status).toBe(200)
  const left = new Date(answer.json.confirmedUntil).getTime() - site.deps.now().getTime()
  expect(left).toBeGreaterThan(TEN_MINUTES_MS - 30_000)
  expect(left).toBeLessThanOrEqual(TEN_MINUTES_MS)
  expect((await person.get(securityCalls.downloadOwnData.path)).status).toBe(200)
  expect((await phone.get(securityCalls.downloadOwnData.path)).json).toEqual(ASKED)
  await provedAgo(person, TEN_MINUTES_MS)
  expect((await person.get(securityCalls.downloadOwnData.path)).json).toEqual(ASKED)
})

test('before fetching a file the page checks that the proof lasts another half minute', async () => {
  const person = await site.customer()
  expect((await person.get(passkeyCalls.confirmIdentity.path)).json).toMatchObject({ confirmedUntil: expect.any(String) })
  await provedAgo(person, TEN_MINUTES_MS - 30_000, 'created_at')
  expect((await person.get(passkeyCalls.confirmIdentity.path)).json).toEqual(ASKED)
  expect((await person.get(securityCalls.downloadOwnData.path)).status).toBe(200)
})

test('a wrong password confirms nothing, and is audited', async () => {
  const person = await site.customer()
  await provedAgo(person, TEN_MINUTES_MS, 'created_at')
  expect((await person.post(passkeyCalls.confirmIdentity.path, { password: 'guess' })).json).toMatchObject({
    statusCode: 400,
    code: 'wrong_password',
    issues: [{ path: 'password' }],
  })
  for (const body of [{}, { code: '123456' }]) {
    const answer = await person.post(passkeyCalls.confirmIdentity.path, body)
    expect(answer.json).toMatchObject({ code: 'validation_failed', issues: [{ path: 'password' }] })
  }
  expect((await person.get(securityCalls.downloadOwnData.path)).json).toEqual(ASKED)
  await person.post(passkeyCalls.confirmIdentity.path, { password })
  expect(await entriesOf(person)).toEqual([
    { action: 'identity.refused', after: { refusal: 'wrong_password' } },
    { action: 'identity.confirmed', after: null },
  ])
})

test('with a second factor the code is required: the password alone, right or wrong, reveals nothing', async () => {
  const person = await site.customer()
  const { secret, spent, recoveryCodes } = await setUpFactor(site, person)
  await provedAgo(person, TEN_MINUTES_MS, 'created_at')
  expect((await person.get(securityCalls.downloadOwnData.path)).json).toEqual({ ...ASKED, confirmWith: ['code'] })
  const answers = [
    await person.post(passkeyCalls.confirmIdentity.path, { password }),
    await person.post(passkeyCalls.confirmIdentity.path, { password: 'guess' }),
  ]
  expect(answers[0]?.json).toMatchObject({ statusCode: 400, code: 'validation_failed', issues: [{ path: 'code' }] })
  expect(answers[1]?.json).toEqual(answers[0]?.json)
  for (const code of [spent, wrongCode(secret, site.deps.now())]) {
    expect((await person.post(passkeyCalls.confirmIdentity.path, { code })).json).toMatchObject({
      code: 'wrong_code',
      issues: [{ path: 'code' }],
    })
  }
  site.advance(STEP_MS)
  const code = codeAt(secret, site.deps.now())
  expect((await person.post(passkeyCalls.confirmIdentity.path, { password: 'guess', code })).json).toMatchObject({ code: 'wrong_password' })
  expect((await person.post(passkeyCalls.confirmIdentity.path, { code })).status).toBe(200)
  expect((await person.get(securityCalls.downloadOwnData.path)).status).toBe(200)
  expect((await person.post(passkeyCalls.confirmIdentity.path, { code })).json).toMatchObject({ code: 'wrong_code' })
  expect((await person.post(passkeyCalls.confirmIdentity.path, { password, code: recoveryCodes[0] })).status).toBe(200)
})

test('tries here count together with sign-ins, so that nobody gets twice the guesses', async () => {
  const person = await site.customer()
  await provedAgo(person, TEN_MINUTES_MS, 'created_at')
  const statuses: number[] = []
  for (let n = 0; n < 10; n += 1) statuses.push((await person.post(passkeyCalls.confirmIdentity.path, { password: `guess ${n}` })).status)
  expect(statuses).toEqual(statuses.map(() => 400))
  const late = await person.post(passkeyCalls.confirmIdentity.path, { password })
  expect([late.status, late.json.code, Number(late.headers['retry-after'])]).toEqual([429, 'too_many_requests', expect.any(Number)])
  expect((await person.post(accountCalls.logIn.path, { email: person.email, password })).status).toBe(429)
})

test('a session that has ended, here or by another device, confirms nothing', async () => {
  expect((await site.visitor().post(passkeyCalls.confirmIdentity.path, { password })).status).toBe(401)
  const person = await site.customer()
  const phone = site.visitor()
  await phone.logIn(person.email, password)
  await phone.delete(securityCalls.listSessions.path)
  expect((await person.post(passkeyCalls.confirmIdentity.path, { password })).status).toBe(401)
})

test('the accounts of the demo confirm with their printed passwords', async () => {
  const visitor = site.visitor()
  await visitor.logIn('user@example.com', 'user1234')
  await provedAgo(visitor, TEN_MINUTES_MS, 'created_at')
  expect((await visitor.get(securityCalls.downloadOwnData.path)).json).toEqual(ASKED)
  expect((await visitor.post(passkeyCalls.confirmIdentity.path, { password: 'user1234' })).status).toBe(200)
  expect((await visitor.get(securityCalls.downloadOwnData.path)).status).toBe(200)
})
