import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import { passTime } from '../../../../tests/support/buyers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { tidyAccounts } from './accounts.ts'

// The privacy page's promises about data that a deletion does not reach at once.

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

test('counts of failed sign-ins, by address and network, are deleted the following night', async () => {
  await site.visitor().post(accountCalls.logIn.path, { email: 'ada@example.test', password: 'wrong guess' })
  const keys = site.deps.db.selectFrom('rate_limits').select('key')
  expect((await keys.execute()).some(({ key }) => key.includes('ada@example.test'))).toBe(true)
  await passTime(site, 24 * 60 * 60)
  await tidyAccounts(site.deps)
  expect(await keys.execute()).toEqual([])
})

test('the job that emails a link, which contains the address, is deleted a day after it has run', async () => {
  await site.visitor().post(accountCalls.forgotPassword.path, { email: 'ada@example.test' })
  const { rows } = await sql`select deletion_seconds from pgboss.job where data->>'email' = 'ada@example.test'`.execute(site.deps.db)
  expect(rows).toEqual([{ deletion_seconds: 24 * 60 * 60 }])
})

test('a device that has signed out is forgotten thirty days later', async () => {
  const person = await site.customer()
  await person.post(accountCalls.logOut.path)
  await passTime(site, 31 * 24 * 60 * 60)
  await tidyAccounts(site.deps)
  expect(await site.deps.db.selectFrom('sessions').select('id').execute()).toEqual([])
})
