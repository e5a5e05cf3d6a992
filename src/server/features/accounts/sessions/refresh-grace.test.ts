import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import { hashToken } from '#server/lib/secrets.ts'
import { REFRESH_COOKIE } from '#server/lib/session-cookies.ts'
import type { Browser, SiteResponse } from '../../../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

const tokenOf = (person: Browser) => person.cookies.get(REFRESH_COOKIE) ?? ''

async function refreshWith(token: string): Promise<{ answer: SiteResponse; next: string }> {
  const tab = site.visitor()
  const answer = await tab.post(accountCalls.refreshToken.path, {}, { cookie: `${REFRESH_COOKIE}=${token}` })
  return { answer, next: tokenOf(tab) }
}

async function familyOf(token: string): Promise<number> {
  const { db } = site.deps
  const rows = await db
    .selectFrom('refresh_tokens')
    .select('token_hash')
    .where('session_id', 'in', db.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hashToken(token)))
    .execute()
  return rows.length
}

test('a hundred refreshes at once with one token get one successor, and the family grows by one', async () => {
  const token = tokenOf(await site.customer())
  const tabs = await Promise.all(Array.from({ length: 100 }, async () => refreshWith(token)))
  expect(tabs.map(({ answer }) => answer.status)).toEqual(tabs.map(() => 200))
  expect(new Set(tabs.map(({ next }) => next)).size).toBe(1)
  expect(await familyOf(token)).toBe(2)
})

test('a slow tab gets the same successor as the quick one, and both stay signed in', async () => {
  const token = tokenOf(await site.customer())
  const quick = await refreshWith(token)
  site.advance(6000)
  expect((await refreshWith(quick.next)).next, 'too young to be renewed again').toBe(quick.next)
  site.advance(3000)
  const slow = await refreshWith(token)
  expect(slow.next).toBe(quick.next)
  site.advance(10 * 60_000)
  expect((await refreshWith(slow.next)).answer.status).toBe(200)
})

test('refreshing again and again does not make a family grow without end', async () => {
  const token = tokenOf(await site.customer())
  let next = token
  for (let count = 0; count < 30; count++) next = (await refreshWith(next)).next
  expect(await familyOf(token)).toBe(2)
})

test('the successor cannot be derived from its predecessor without our secret', async () => {
  const site2 = await createTestApp({ SESSION_SECRET: 'another secret of the tests, long enough' })
  try {
    const token = tokenOf(await site.customer())
    const { next } = await refreshWith(token)
    expect(next).toMatch(/^[\w-]{43}$/)
    expect(site2.deps.auth.successorOf(token)).not.toBe(next)
    expect(site.deps.auth.successorOf(token)).toBe(next)
  } finally {
    await site2.close()
  }
})
