import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WRONG_PASSWORD } from '#shared/accounts/settings.ts'
import { EMAIL_CHANGED, SAME_EMAIL } from '#shared/accounts/email-changes.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { CODE_REQUIRED } from '#shared/accounts/second-factors.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { runEmailChanges, tokenIn } from '../../../../tests/support/email-changes.ts'
import { bookBody, CONTACT, draftOf } from '../../../../tests/support/movers.ts'
import { codeAt, setUpFactor } from '../../../../tests/support/second-factors.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { tidyAccounts } from './accounts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
let site: TestApp

beforeAll(async () => {
  site = await createTestApp({ LINK_TRIES_PER_ADDRESS: '10000' })
})
afterAll(async () => site.close())

let people = 0
const newAddress = () => `new-${++people}@example.test`

async function confirmedPerson(): Promise<Browser> {
  const person = await site.customer()
  await site.deps.db.updateTable('users').set({ email_confirmed_at: site.deps.now() }).where('email', '=', person.email).execute()
  return person
}

const ask = async (person: Browser, email: string, rest: object = {}) =>
  person.post(securityCalls.changeEmail.path, { email, password: 'password1', ...rest })

async function mailsTo(email: string) {
  return site.deps.db.selectFrom('mails').select(['template', 'data']).where('recipient', '=', email).orderBy('created_at').execute()
}

async function begin(person: Browser, email: string) {
  const answer = await ask(person, email)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('If the address can be used')])
  await runEmailChanges(site)
  return { confirm: await tokenIn(site, 'email-change', email), object: await tokenIn(site, 'email-changing', person.email) }
}

const confirm = async (token: string) => site.visitor().post(accountCalls.confirmEmail.path, { token })
const object = async (token: string) => site.visitor().post(accountCalls.objectToEmail.path, { token })
const logIn = async (email: string, password = 'password1') =>
  (await site.visitor().post(accountCalls.logIn.path, { email, password })).status
const addressOf = async (person: Browser) => (await person.get(ownCalls.getAccount.path)).json.user?.email
const actions = async () =>
  (await site.deps.db.selectFrom('audit_entries').select('action').orderBy('id').execute()).map((row) => row.action)

test('an address changes only once its link has been opened; other devices are signed out, this one stays (ASVS 7.4.3)', async () => {
  const person = await confirmedPerson()
  const elsewhere = site.visitor()
  await elsewhere.post(accountCalls.logIn.path, { email: person.email, password: 'password1' })
  const email = newAddress()
  const { confirm: token } = await begin(person, email)
  expect([await addressOf(person), await logIn(email)]).toEqual([person.email, 401])
  expect((await mailsTo(email)).map(({ template }) => template)).toEqual(['email-change'])
  expect(JSON.stringify(await mailsTo(person.email)), 'the note does not name the address').not.toContain(email)

  expect((await confirm(token)).json).toEqual({ message: EMAIL_CHANGED })
  expect((await person.get(ownCalls.getAccount.path)).json).toMatchObject({ user: { email }, isEmailConfirmed: true })
  expect((await elsewhere.get(ownCalls.getAccount.path)).status).toBe(401)
  expect([await logIn(email), await logIn(person.email)]).toEqual([200, 401])
  expect((await confirm(token)).json.code, 'works once').toBe('link_spent')
  expect(await actions()).toEqual(expect.arrayContaining(['email.change_asked', 'email.changed']))
})

test('the link is stored only as a hash, and ends after a day, with another request, and with a new password', async () => {
  const person = await confirmedPerson()
  const first = await begin(person, newAddress())
  const rows = await site.deps.db.selectFrom('email_changes').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(first.confirm)
  const second = await begin(person, newAddress())
  expect((await confirm(first.confirm)).json.code).toBe('link_spent')
  await person.post(securityCalls.changePassword.path, { currentPassword: 'password1', newPassword: 'password2' })
  expect((await confirm(second.confirm)).json.code).toBe('link_spent')
  await ask(person, newAddress(), { password: 'password2' })
  await runEmailChanges(site)
  const third = await tokenIn(site, 'email-change', `new-${people}@example.test`)
  await sql`update email_changes set created_at = created_at - interval '25 hours', expires_at = expires_at - interval '25 hours'
    where new_email = ${`new-${people}@example.test`}`.execute(site.deps.db)
  expect((await confirm(third)).json.code).toBe('link_spent')
  expect(await addressOf(person)).toBe(person.email)
})

test('the password is required, and a code if there is a second factor (ASVS 7.5.1)', async () => {
  const person = await confirmedPerson()
  expect((await ask(person, newAddress(), { password: 'wrong' })).json.issues).toEqual([{ path: 'password', message: WRONG_PASSWORD }])
  expect((await ask(person, person.email.toUpperCase())).json.issues).toEqual([{ path: 'email', message: SAME_EMAIL }])
  expect((await ask(person, 'no address')).json.issues).toEqual([{ path: 'email', message: 'Please enter a valid email' }])
  const { secret } = await setUpFactor(site, person)
  expect((await ask(person, newAddress())).json.issues).toEqual([{ path: 'code', message: CODE_REQUIRED }])
  expect((await ask(person, newAddress(), { code: '000000' })).json.code).toBe('wrong_code')
  expect((await ask(person, newAddress(), { code: codeAt(secret, site.deps.now(), 1) })).status).toBe(200)
})

test('an address that somebody else has confirmed gets the same response and no link', async () => {
  const [person, other] = [await confirmedPerson(), await confirmedPerson()]
  const answers = [await ask(person, other.email.toUpperCase()), await ask(person, newAddress())]
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  await runEmailChanges(site)
  expect(await tokenIn(site, 'email-change', other.email.toUpperCase())).toBe('')
  expect((await mailsTo(person.email)).filter(({ template }) => template === 'email-changing')).toHaveLength(2)
})

test('an address that somebody has signed up with and confirmed since is not taken from them', async () => {
  const person = await confirmedPerson()
  const email = newAddress()
  const { confirm: token } = await begin(person, email)
  await site.visitor().post(accountCalls.signUp.path, { name: 'Someone', email: email.toUpperCase(), password: 'password9' })
  await site.deps.db.updateTable('users').set({ email_confirmed_at: site.deps.now() }).where('email', '=', email.toUpperCase()).execute()
  expect((await confirm(token)).json).toMatchObject({ statusCode: 409, code: 'email_taken' })
  expect([await addressOf(person), await logIn(email, 'password9')]).toEqual([person.email, 200])
})

test('the old address can object before the change and after it: everybody is signed out and a new password is due', async () => {
  for (const isChanged of [false, true]) {
    const person = await confirmedPerson()
    const email = newAddress()
    const links = await begin(person, email)
    if (isChanged) {
      await confirm(links.confirm)
      expect(
        (await site.visitor().post(accountCalls.signUp.path, { name: 'Ann', email: person.email, password: 'password9' })).json.code,
      ).toBe('email_taken')
    }
    expect((await object(links.object)).status).toBe(200)
    expect((await person.get(ownCalls.getAccount.path)).status).toBe(401)
    expect((await confirm(links.confirm)).json.code).toBe('link_spent')
    expect((await object(links.object)).json.code, 'works once').toBe('link_spent')
    expect([await logIn(person.email), await logIn(email)]).toEqual([200, 401])
    const { rows } = await sql`select 1 from pgboss.job where name = 'accounts.send-link' and data ->> 'purpose' = 'reset'
      and data ->> 'email' = ${person.email}`.execute(site.deps.db)
    expect(rows).toHaveLength(1)
  }
  expect(await actions()).toContain('email.change_undone')
})

test('an intruder who changes the address twice cannot keep its owner out', async () => {
  const person = await confirmedPerson()
  const [first, second] = [newAddress(), newAddress()]
  const links = await begin(person, first)
  await confirm(links.confirm)
  await ask(person, second)
  await runEmailChanges(site)
  await confirm(await tokenIn(site, 'email-change', second))
  expect(await addressOf(person)).toBe(second)
  expect((await object(links.object)).status).toBe(200)
  expect(await logIn(person.email)).toBe(200)
  expect((await object(await tokenIn(site, 'email-changing', first))).json.code).toBe('link_spent')
})

test('the reader of an unconfirmed old address cannot object', async () => {
  const person = await site.customer()
  const { object: token, confirm: link } = await begin(person, newAddress())
  expect(token).toBe('')
  expect((await confirm(link)).json.message).toBe(EMAIL_CHANGED)
})

test('of one link opened ten times at once, one changes the address', async () => {
  const person = await confirmedPerson()
  const { confirm: token } = await begin(person, newAddress())
  const answers = await Promise.all(Array.from({ length: 10 }, async () => confirm(token)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 410)])
})

test('five requests in a quarter of an hour are enough', async () => {
  const person = await confirmedPerson()
  const statuses: number[] = []
  for (let count = 0; count < 6; count++) statuses.push((await ask(person, newAddress())).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('mail for the old address follows: a draft, a request, its queued emails', async () => {
  const person = await confirmedPerson()
  const draft = draftOf({ contact: { ...CONTACT, email: person.email.toUpperCase() } })
  await person.put(vehicleCalls.saveDraft.path, { version: 0, draft })
  const { booking } = (await person.post(vehicleCalls.requestQuote.path, bookBody())).json
  const { version } = (await person.get(vehicleCalls.getDraft.path)).json
  await person.put(vehicleCalls.saveDraft.path, { version, draft })
  const email = newAddress()
  await confirm((await begin(person, email)).confirm)
  const contact = await site.deps.db.selectFrom('vehicle_bookings').select('contact_email').where('booking_id', '=', booking.id).execute()
  expect(contact).toEqual([{ contact_email: email }])
  expect((await mailsTo(email)).map(({ template }) => template).toSorted()).toEqual(['email-change', 'quote-received'])
  expect((await person.get(vehicleCalls.getDraft.path)).json.draft.contact.email).toBe(email)
})

test('a week later the change is forgotten, and nobody can object any more', async () => {
  const person = await confirmedPerson()
  const links = await begin(person, newAddress())
  await confirm(links.confirm)
  const before = new Date(site.deps.now().getTime() - 8 * DAY_MS)
  await site.deps.db.updateTable('email_changes').set({ created_at: before }).execute()
  expect((await object(links.object)).json.code).toBe('link_spent')
  await tidyAccounts(site.deps)
  expect(await site.deps.db.selectFrom('email_changes').select('id').execute()).toEqual([])
  expect((await site.visitor().post(accountCalls.signUp.path, { name: 'Ann', email: person.email, password: 'password9' })).status).toBe(
    201,
  )
})
