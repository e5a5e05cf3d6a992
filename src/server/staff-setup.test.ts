import { afterAll, beforeAll, expect, test } from 'vitest'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { makeAdministrator } from '#server/features/accounts/people/staff.ts'
import { replacePassword } from '#server/features/accounts/password-changes.ts'
import { Browser } from '../../tests/support/browser.ts'
import { createBuyer } from '../../tests/support/buyers.ts'
import { createStaff } from '../../tests/support/movers.ts'
import { codeAt, setUpFactor, STEP_MS } from '../../tests/support/second-factors.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

const PUBLIC_URL = 'http://localhost:4000'
const GOOD = 'lanterns on the river'
let production: TestApp
let development: TestApp

beforeAll(async () => {
  const settings = { NODE_ENV: 'production', PUBLIC_URL, CARD_SANDBOX: '1', MAIL_TO_FILES: '1', TRUST_PROXY: '0' }
  production = await createTestApp(settings)
  development = await createTestApp({ NODE_ENV: 'development' })
})
afterAll(async () => {
  await production.close()
  await development.close()
})

let people = 0

async function createAdministrator(site: TestApp, password = GOOD) {
  const email = `boss${++people}@example.test`
  await makeAdministrator(site.deps, { name: 'Boss', email, password })
  const browser = new Browser(site.app, site === production ? PUBLIC_URL : site.origin)
  browser.email = email
  return {
    browser,
    logIn: async (code?: string) => browser.post(accountCalls.logIn.path, { email, password, ...(code !== undefined && { code }) }),
  }
}

test('in production a member of staff without a second factor reaches only what sets it up (ASVS 6.3.3)', async () => {
  const { browser, logIn } = await createAdministrator(production)
  expect((await logIn()).json).toMatchObject({ message: 'Login successful', dueSetup: ['second_factor'] })
  for (const path of [staffQuoteCalls.listQuotes.path, peopleCalls.listPeople.path]) {
    expect((await browser.get(path)).json).toMatchObject({ statusCode: 403, code: 'staff_setup_required' })
  }
  expect((await browser.get(securityCalls.getSecondFactor.path)).json).toMatchObject({ isCompulsory: true, dueSetup: ['second_factor'] })
  const { secret } = await setUpFactor(production, browser, GOOD)
  expect((await browser.get(peopleCalls.listPeople.path)).status).toBe(200)
  expect((await logIn()).json.code).toBe('second_factor_required')
  production.advance(STEP_MS)
  const signedIn = await logIn(codeAt(secret, production.deps.now()))
  expect(signedIn.json).not.toHaveProperty('dueSetup')
  expect((await browser.get(peopleCalls.listPeople.path)).status).toBe(200)
})

test('turning off the second factor closes the console again', async () => {
  const { browser, logIn } = await createAdministrator(production)
  await logIn()
  const { secret } = await setUpFactor(production, browser, GOOD)
  production.advance(STEP_MS)
  await browser.post(securityCalls.removeSecondFactor.path, { password: GOOD, code: codeAt(secret, production.deps.now()) })
  expect((await browser.get(staffQuoteCalls.listQuotes.path)).json.code).toBe('staff_setup_required')
})

test('a weak older password must be changed before anything else', async () => {
  const { browser, logIn } = await createAdministrator(production)
  await production.deps.db.updateTable('users').set({ has_staff_password: false }).where('email', '=', browser.email).execute()
  expect((await logIn()).json.dueSetup).toEqual(['password', 'second_factor'])
  await setUpFactor(production, browser, GOOD)
  expect((await browser.get(staffQuoteCalls.listQuotes.path)).json.code).toBe('staff_setup_required')
  const change = async (newPassword: string) => browser.post(securityCalls.changePassword.path, { currentPassword: GOOD, newPassword })
  expect((await change('elevenchars')).json).toMatchObject({
    statusCode: 400,
    issues: [{ path: 'newPassword', message: 'Staff passwords must be at least 12 characters' }],
  })
  expect((await change('password2026!')).json.issues[0].message).toContain('This password is too common')
  expect((await change('ferries at first light')).status).toBe(200)
  expect((await browser.get(staffQuoteCalls.listQuotes.path)).status).toBe(200)
})

test('in production the demo’s administrator, whose password is random there, needs a second factor too', async () => {
  const setup = await production.deps.db.selectFrom('users').select('role').where('id', '=', 'admin_1').executeTakeFirstOrThrow()
  expect(setup.role).toBe('admin')
  await replacePassword(production.deps.db, 'admin@example.com', GOOD, production.deps.now())
  const demo = new Browser(production.app, PUBLIC_URL)
  expect((await demo.post(accountCalls.logIn.path, { email: 'admin@example.com', password: GOOD })).json.dueSetup).toEqual([
    'second_factor',
  ])
  await setUpFactor(production, demo, GOOD)
  expect((await demo.get(staffQuoteCalls.listQuotes.path)).status).toBe(200)
})

test('in production a traveller needs no second factor, but may have one', async () => {
  const traveller = await createBuyer(production)
  expect((await traveller.get(securityCalls.getSecondFactor.path)).json).toMatchObject({
    isCompulsory: false,
    isAvailable: true,
    dueSetup: [],
  })
})

test('outside production the demo’s administrator signs in with the published password and works at once', async () => {
  const demo = development.visitor()
  const answer = await demo.post(accountCalls.logIn.path, { email: 'admin@example.com', password: 'admin1234' })
  expect(answer.json).not.toHaveProperty('dueSetup')
  for (const path of [staffQuoteCalls.listQuotes.path, peopleCalls.listPeople.path]) expect((await demo.get(path)).status).toBe(200)
})

test('outside production other staff need no second factor, but a good enough password', async () => {
  const { browser, logIn } = await createAdministrator(development)
  expect((await logIn()).json).not.toHaveProperty('dueSetup')
  expect((await browser.get(staffQuoteCalls.listQuotes.path)).status).toBe(200)
  const promoted = await development.customer()
  await development.deps.db.updateTable('users').set({ role: 'staff' }).where('email', '=', promoted.email).execute()
  expect((await promoted.get(staffQuoteCalls.listQuotes.path)).json.code).toBe('staff_setup_required')
})

test('a password that staff may not have is refused wherever one is set (ASVS 6.2.4)', async () => {
  const { db, now } = development.deps
  await expect(makeAdministrator(development.deps, { name: 'Boss', email: 'weak@example.test', password: 'short' })).rejects.toMatchObject({
    code: 'validation_failed',
  })
  const staff = await createStaff(development)
  await expect(replacePassword(db, staff.email, 'dragondragon', now())).rejects.toMatchObject({ code: 'validation_failed' })
  const traveller = await createBuyer(development)
  await replacePassword(db, traveller.email, 'dragon', now())
  const row = await db.selectFrom('users').selectAll().where('email', '=', traveller.email).executeTakeFirstOrThrow()
  expect(row.has_staff_password).toBe(false)
})

test('everybody else may have a common password, and can be warned about it', async () => {
  const isCommon = async (password: string) =>
    (await development.visitor().post(accountCalls.checkPassword.path, { password })).json.isCommon
  expect([await isCommon('dragon'), await isCommon('of-lanterns-and-ferries')]).toEqual([true, false])
  await development.visitor().post(accountCalls.signUp.path, { name: 'Ada', email: 'dragon@example.test', password: 'dragon' })
  expect((await development.visitor().post(accountCalls.logIn.path, { email: 'dragon@example.test', password: 'dragon' })).status).toBe(200)
})
