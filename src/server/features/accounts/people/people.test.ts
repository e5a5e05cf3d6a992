import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#shared/accounts/public.ts'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import { pathOf } from '#shared/contract.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import type { StaffPerson } from '#shared/accounts/staff.ts'
import { actorOf, operator } from '#server/lib/actors.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { createBuyer, mailsTo } from '../../../../../tests/support/buyers.ts'
import { approvedQuote, askForQuote, createStaff } from '../../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../../tests/support/payment-site.ts'
import { codeAt, setUpFactor, STEP_MS } from '../../../../../tests/support/second-factors.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { sendLink } from '../links.ts'
import { changeRole } from './actions.ts'

const site = await openPaymentSite()
let own: TestApp
let boss: Browser

beforeAll(async () => {
  own = await createTestApp({ DEMO: '0' })
  await own.deps.db.updateTable('users').set({ role: 'customer' }).execute()
  boss = await createStaff(site, 'admin')
})
afterAll(async () => own.close())

const idOf = async ({ email }: Browser, { deps }: TestApp = site) =>
  (await deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
const rowOf = async (id: string) => site.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const entriesAbout = async (id: string) =>
  site.deps.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('subject_id', '=', id)
    .where('subject_kind', '=', 'account')
    .where('action', '!=', 'session.refused')
    .orderBy('id')
    .execute()

async function mayUse(who: Browser, path: string): Promise<number> {
  return (await who.get(path)).status
}

test('People is for administrators, quotes are for all staff (ASVS 8.2.1)', async () => {
  const expected: Record<Exclude<Role, 'customer'>, number> = { staff: 403, manager: 403, admin: 200 }
  for (const role of ['staff', 'manager', 'admin'] as const) {
    const who = await createStaff(site, role)
    expect([role, await mayUse(who, peopleCalls.listPeople.path), await mayUse(who, staffQuoteCalls.listQuotes.path)]).toEqual([
      role,
      expected[role],
      200,
    ])
    const other = await createStaff(site)
    const change = await who.post(pathOf(peopleCalls.changeRole, { id: await idOf(other) }), { role: 'manager' })
    expect([role, change.status]).toEqual([role, expected[role]])
  }
})

test('a member of staff approves at the estimate only; a manager at another price with a reason', async () => {
  const { id } = await askForQuote(site)
  const [staff, manager] = [await createStaff(site), await createStaff(site, 'manager')]
  const dearer = { priceCents: 3_570_000, reason: 'Two more helpers' }
  expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), dearer)).json).toMatchObject({
    statusCode: 403,
    code: 'forbidden',
  })
  expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 3_480_000 })).status).toBe(200)
  expect((await manager.post(pathOf(staffQuoteCalls.approveQuote, { id }), dearer)).status).toBe(200)
  expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), {})).status, 'nor confirms what a manager quoted').toBe(403)
})

test('a change of role ends the account’s sessions at once and is audited', async () => {
  const other = await createStaff(site, 'manager')
  const id = await idOf(other)
  expect((await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'staff' })).status).toBe(200)
  expect(await mayUse(other, staffQuoteCalls.listQuotes.path)).toBe(401)
  expect((await rowOf(id)).role).toBe('staff')
  expect((await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'staff' })).status, 'asked for twice').toBe(200)
  expect(await entriesAbout(id)).toEqual([
    { action: 'role.changed', actor_id: await idOf(boss), before: { role: 'manager' }, after: { role: 'staff' } },
  ])
  expect((await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'owner' })).status).toBe(400)
})

test('when two people change a role, the second is told what the first did', async () => {
  const id = await idOf(await createStaff(site))
  const other = await createStaff(site, 'admin')
  await other.post(pathOf(peopleCalls.changeRole, { id }), { role: 'manager', seenRole: 'staff' })
  const late = await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'admin', seenRole: 'staff' })
  expect(late.json).toMatchObject({ statusCode: 409, code: 'account_changed', message: expect.stringMatching(/^Sam Staff .* now Manager/) })
  expect((await rowOf(id)).role).toBe('manager')
  expect(
    (await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'manager', seenRole: 'staff' })).status,
    'both wanted the same',
  ).toBe(200)
})

test('a disabled account can do nothing, until it is enabled (ASVS 7.4.2, 7.4.5)', async () => {
  const person = await site.customer()
  const id = await idOf(person)
  expect((await boss.post(pathOf(peopleCalls.disableAccount, { id }))).status).toBe(200)
  expect((await person.get(ownCalls.getAccount.path)).status).toBe(401)
  expect((await person.post(accountCalls.refreshToken.path)).status).toBe(401)
  const logIn = async () => (await person.post(accountCalls.logIn.path, { email: person.email, password: 'password1' })).status
  expect(await logIn()).toBe(401)
  expect((await boss.post(pathOf(peopleCalls.enableAccount, { id }))).status).toBe(200)
  expect(await logIn()).toBe(200)
  expect((await entriesAbout(id)).map(({ action, after }) => [action, after])).toEqual([
    ['account.disabled', { isDisabled: true }],
    ['account.enabled', { isDisabled: false }],
  ])
})

test('a disabled account gets no reset link, an earlier one no longer works, and nobody can tell', async () => {
  const person = await site.customer()
  const request = { requestId: 'r1', purpose: 'reset', email: person.email } as const
  const linksOf = async () => (await mailsTo(site, person.email)).filter((template) => template === 'password-reset').length
  await sendLink(site.deps, request)
  const mail = await site.deps.db
    .selectFrom('mails')
    .select('data')
    .where('recipient', '=', person.email)
    .where('template', '=', 'password-reset')
    .executeTakeFirstOrThrow()
  const token = /token=(.+)$/.exec((mail.data as unknown as { resetUrl: string }).resetUrl)?.[1] ?? ''
  expect((await site.visitor().post(accountCalls.checkResetLink.path, { token })).status).toBe(200)
  // As if it had been disabled by hand, leaving its links unchanged.
  await site.deps.db.updateTable('users').set({ disabled_at: new Date() }).where('email', '=', person.email).execute()
  expect((await site.visitor().post(accountCalls.checkResetLink.path, { token })).status).toBe(410)
  expect((await site.visitor().post(accountCalls.resetPassword.path, { token, password: 'another-one' })).status).toBe(410)
  await sendLink(site.deps, { ...request, requestId: 'r2' })
  expect(await linksOf()).toBe(1)
  const known = await site.visitor().post(accountCalls.forgotPassword.path, { email: person.email })
  const unknown = await site.visitor().post(accountCalls.forgotPassword.path, { email: 'nobody@example.test' })
  expect([known.status, known.json]).toEqual([unknown.status, unknown.json])
})

test('an administrator resets a second factor that was lost: sessions end, an email says so, the password signs in (ASVS 6.4.4)', async () => {
  const person = await site.customer()
  const { secret } = await setUpFactor(site, person)
  const id = await idOf(person)
  expect((await boss.post(pathOf(peopleCalls.resetFactor, { id }))).status).toBe(200)
  expect((await person.get(ownCalls.getAccount.path)).status).toBe(401)
  expect((await mailsTo(site, person.email)).filter((template) => template === 'second-factor-changed')).toHaveLength(2)
  site.advance(STEP_MS)
  const answer = await site
    .visitor()
    .post(accountCalls.logIn.path, { email: person.email, password: 'password1', code: codeAt(secret, site.deps.now()) })
  expect(answer.status, 'a code that is not asked for is no mistake').toBe(200)
  expect((await entriesAbout(id)).map(({ action }) => action)).toEqual(['second_factor.set_up', 'second_factor.reset'])
  expect((await boss.post(pathOf(peopleCalls.resetFactor, { id }))).json.code).toBe('second_factor_state')
})

test('nobody can change their own account here, nor a shared demo account', async () => {
  const id = await idOf(boss)
  for (const path of [
    pathOf(peopleCalls.changeRole, { id }),
    pathOf(peopleCalls.disableAccount, { id }),
    pathOf(peopleCalls.resetFactor, { id }),
  ]) {
    expect((await boss.post(path, { role: 'staff' })).json.code).toBe('own_account')
  }
  for (const demo of ['admin_1', 'user_1']) {
    expect((await boss.post(pathOf(peopleCalls.disableAccount, { id: demo }))).json.code).toBe('account_in_use')
    expect((await boss.post(pathOf(peopleCalls.changeRole, { id: demo }), { role: 'staff' })).json.code).toBe('account_in_use')
  }
  for (const unknown of ['nobody', '00000000-0000-4000-8000-000000000000']) {
    expect((await boss.post(pathOf(peopleCalls.disableAccount, { id: unknown }))).status).toBe(404)
  }
})

test('the last administrator who can sign in stays one, also by the command line', async () => {
  const last = await createStaff(own, 'admin')
  const id = await idOf(last, own)
  const demote = async (userId: string) =>
    own.deps.db.transaction().execute((trx) => changeRole(own.deps, trx, operator(), userId, { role: 'staff' }))
  await expect(demote(id)).rejects.toMatchObject({ code: 'last_administrator' })
  const disabled = await createStaff(own, 'admin')
  await last.post(pathOf(peopleCalls.disableAccount, { id: await idOf(disabled, own) }))
  await expect(demote(id), 'a disabled one does not count').rejects.toMatchObject({ code: 'last_administrator' })
})

test('somebody who has just ceased to be an administrator decides nothing, even after passing the guard', async () => {
  const [former, other] = [await createStaff(site, 'manager'), await createStaff(site)]
  const userId = await idOf(former)
  const { id: sessionId } = await site.deps.db.selectFrom('sessions').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  const actor = actorOf({ ip: '127.0.0.1' }, { userId, sessionId })
  const otherId = await idOf(other)
  const change = site.deps.db.transaction().execute((trx) => changeRole(site.deps, trx, actor, otherId, { role: 'admin' }))
  await expect(change).rejects.toMatchObject({ code: 'forbidden' })
})

test('of two administrators who demote each other at once, one stays', async () => {
  await own.deps.db.updateTable('users').set({ role: 'customer' }).execute()
  const pair = [await createStaff(own, 'admin'), await createStaff(own, 'admin')]
  const ids = await Promise.all(pair.map(async (each) => idOf(each, own)))
  const answers = await Promise.all(
    pair.map(async (each, index) => each.post(pathOf(peopleCalls.changeRole, { id: ids[1 - index] ?? '' }), { role: 'staff' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const left = await own.deps.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
  expect(left).toHaveLength(1)
})

test('the list comes in pages and can be filtered; it contains no secret', async () => {
  const wanted = await site.customer('Wilhelmina 100%_Sure')
  await approvedQuote(site)
  const { headers, json, text } = await boss.get(`${peopleCalls.listPeople.path}?limit=3`)
  const total = Number(headers[TOTAL_COUNT])
  const all = new Set<string>()
  let page: StaffPerson[] = json
  while (page.length > 0) {
    for (const { id } of page) all.add(id)
    page = (await boss.get(`${peopleCalls.listPeople.path}?limit=3&before=${page.at(-1)?.id}`)).json
  }
  expect(all.size).toBe(total)
  expect(text).not.toMatch(/password|argon2|secret/)
  const found = async (query: string): Promise<StaffPerson[]> => (await boss.get(`${peopleCalls.listPeople.path}?${query}`)).json
  expect((await found('search=100%25_s')).map(({ email }) => email)).toEqual([wanted.email])
  // Fewer than three characters match the beginning of a name or address; a whole address matches only its owner.
  expect((await found('search=wi')).map(({ email }) => email)).toEqual([wanted.email])
  expect(await found('search=0%25')).toEqual([])
  const other = await site.customer('Somebody Else')
  await site.deps.db
    .updateTable('users')
    .set({ email: `longer-${wanted.email}` })
    .where('email', '=', other.email)
    .execute()
  expect((await found(`search=${wanted.email.toUpperCase()}`)).map(({ email }) => email)).toEqual([wanted.email])
  expect((await found('who=staff')).every(({ role }) => role !== 'customer')).toBe(true)
  expect((await found('who=travellers')).every(({ role }) => role === 'customer')).toBe(true)
  expect((await found('who=disabled')).every(({ disabledAt }) => disabledAt !== null)).toBe(true)
  expect(new Set((await found('role=manager')).map(({ role }) => role))).toEqual(new Set(['manager']))
  expect((await boss.get(`${peopleCalls.listPeople.path}?who=cats`)).status).toBe(400)
})

test('an account says what an administrator can do about it, by the rules by which the rest is refused', async () => {
  const actions = async (id: string) => (await boss.get(pathOf(peopleCalls.getPerson, { id }))).json.actions
  const [colleague, traveller] = [await idOf(await createStaff(site, 'manager')), await idOf(await createBuyer(site))]
  expect([await actions(colleague), await actions(traveller)]).toEqual([
    ['role', 'disable'],
    ['role', 'disable'],
  ])
  expect(await actions(await idOf(boss))).toEqual([])
  await boss.post(pathOf(peopleCalls.disableAccount, { id: traveller }))
  expect(await actions(traveller)).toEqual(['role', 'enable'])
  const { id } = (await boss.post(peopleCalls.invitePerson.path, { name: 'Nina New', email: 'nina.new@example.test', role: 'staff' })).json
  expect(await actions(id)).toEqual(['invite', 'role', 'disable'])
})
