import { expect, test } from 'vitest'
import { staffPersonDetailsSchema } from '#shared/accounts/staff.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { operator } from '#server/lib/actors.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../../tests/support/payment-site.ts'
import { haveConfirmed } from '../../../../../tests/support/second-factors.ts'
import { changeRole } from './actions.ts'

const site = await openPaymentSite()
const boss = await createStaff(site, 'admin')
const PASSWORD = 'a long walk by the sea'
const DAY_MS = 86_400_000

let invited = 0
async function invite(role = 'manager') {
  const email = `invited${++invited}@example.test`
  const response = await boss.post(peopleCalls.invitePerson.path, { name: 'Nora New', email, role })
  return { email, id: response.json.id as string, status: response.status }
}

/** Newest last. */
async function tokensTo(email: string): Promise<string[]> {
  const mails = site.deps.db.selectFrom('mails').select('data').where('recipient', '=', email).where('template', '=', 'staff-invitation')
  const rows = await mails.orderBy('created_at').execute()
  return rows.map(({ data }) => /token=(.+)$/.exec((data as unknown as { joinUrl: string }).joinUrl)?.[1] ?? '')
}

const accept = async (token: string | undefined, password = PASSWORD) =>
  (await site.visitor().post(accountCalls.resetPassword.path, { token, password })).status
const logIn = async (browser: Browser, email: string) => (await browser.post(accountCalls.logIn.path, { email, password: PASSWORD })).status
const personOf = async (id: string) => staffPersonDetailsSchema.parse((await boss.get(pathOf(peopleCalls.getPerson, { id }))).json)

test('an invited person chooses a password by the link, once, and is then staff', async () => {
  const { email, id, status } = await invite()
  expect(status).toBe(201)
  expect(await personOf(id)).toMatchObject({ role: 'manager', hasPassword: false, isReady: false, isEmailConfirmed: false, sessions: 0 })
  expect(Date.parse((await personOf(id)).invitedUntil ?? '') - Date.now()).toBeGreaterThan(6.9 * DAY_MS)
  const browser = site.visitor()
  expect(await logIn(browser, email), 'nobody signs in before').toBe(401)
  const [token] = await tokensTo(email)
  const wanted = { email, leastLength: 12, isFirst: true }
  expect((await site.visitor().post(accountCalls.checkResetLink.path, { token })).json, 'what the form asks for').toMatchObject(wanted)
  expect(await accept(token, 'too short'), 'a password for staff').toBe(400)
  expect(await accept(token)).toBe(200)
  expect(await accept(token)).toBe(410)
  const told = site.deps.db.selectFrom('mails').select('data').where('recipient', '=', email).where('template', '=', 'password-changed')
  expect((await told.executeTakeFirstOrThrow()).data, 'no talk of a change').toMatchObject({ isByLink: true, isFirst: true })
  expect(await logIn(browser, email)).toBe(200)
  expect((await browser.get(staffQuoteCalls.listQuotes.path)).status).toBe(200)
  expect(await personOf(id)).toMatchObject({ hasPassword: true, isReady: true, isEmailConfirmed: true, sessions: 1, invitedUntil: null })
  const entries = site.deps.db.selectFrom('audit_entries').select(['action', 'actor_id', 'after']).where('subject_id', '=', id)
  const { id: bossId } = await site.deps.db.selectFrom('users').select('id').where('email', '=', boss.email).executeTakeFirstOrThrow()
  expect((await entries.orderBy('id').execute())[0]).toEqual({ action: 'account.invited', actor_id: bossId, after: { role: 'manager' } })
})

test('an address that already has an account cannot be invited, nor can anybody be invited as a customer', async () => {
  const person = await site.customer()
  await haveConfirmed(site, person)
  const { email } = person
  const body = { name: 'Nora New', email: email.toUpperCase(), role: 'staff' }
  expect((await boss.post(peopleCalls.invitePerson.path, body)).json).toMatchObject({ statusCode: 409, code: 'email_taken' })
  expect((await boss.post(peopleCalls.invitePerson.path, { ...body, email: 'other@example.test', role: 'customer' })).status).toBe(400)
  const manager = await createStaff(site, 'manager')
  expect((await manager.post(peopleCalls.invitePerson.path, { ...body, email: 'other@example.test' })).status).toBe(403)
})

test('an invitation is sent again until it is accepted; only the last link works, and it ends after a week', async () => {
  const { email, id } = await invite()
  expect((await boss.post(pathOf(peopleCalls.inviteAgain, { id }))).status).toBe(200)
  const [first, second] = await tokensTo(email)
  expect(await accept(first)).toBe(410)
  site.advance(8 * DAY_MS)
  const later = await createStaff(site, 'admin')
  expect(await accept(second)).toBe(410)
  expect((await later.get(pathOf(peopleCalls.getPerson, { id }))).json.invitedUntil).toBeNull()
  await later.post(pathOf(peopleCalls.inviteAgain, { id }))
  expect(await accept((await tokensTo(email)).at(-1))).toBe(200)
  expect((await later.post(pathOf(peopleCalls.inviteAgain, { id }))).json.code).toBe('already_joined')
  site.advance(-8 * DAY_MS)
})

test('disabling the account revokes the invitation', async () => {
  const { email, id } = await invite()
  await boss.post(pathOf(peopleCalls.disableAccount, { id }))
  expect(await accept((await tokensTo(email)).at(-1))).toBe(410)
  expect((await boss.post(pathOf(peopleCalls.inviteAgain, { id }))).json.code).toBe('already_joined')
})

test('an administrator who has only been invited does not count: the last who can sign in stays', async () => {
  const { id } = await invite('admin')
  const { db } = site.deps
  await db.updateTable('users').set({ role: 'staff' }).where('role', '=', 'admin').where('id', '!=', id).execute()
  const last = await createStaff(site, 'admin')
  const { id: lastId } = await db.selectFrom('users').select('id').where('email', '=', last.email).executeTakeFirstOrThrow()
  expect((await last.get(pathOf(peopleCalls.getPerson, { id: lastId }))).json).toMatchObject({ isLastAdministrator: true })
  await db.updateTable('users').set({ password_hash: 'set' }).where('id', '=', id).execute()
  expect((await last.get(pathOf(peopleCalls.getPerson, { id: lastId }))).json).toMatchObject({ isLastAdministrator: false })
  await db.updateTable('users').set({ password_hash: '' }).where('id', '=', id).execute()
  const demote = db.transaction().execute((trx) => changeRole(site.deps, trx, operator(), lastId, { role: 'staff' }))
  await expect(demote).rejects.toMatchObject({ code: 'last_administrator' })
})
