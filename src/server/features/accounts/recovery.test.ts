import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import { LINK_SPENT } from '#shared/accounts/public.ts'
import type { OutgoingMail } from '#server/lib/mailer.ts'
import { hashToken } from '#server/lib/secrets.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { sendFromOutbox } from '../../../../tests/support/outbox.ts'
import { setUpFactor } from '../../../../tests/support/second-factors.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { linkJobSchema, SEND_LINK_JOB, sendLink } from './links.ts'

const HOUR_MS = 60 * 60 * 1000
let site: TestApp
let strict: TestApp

beforeAll(async () => {
  site = await createTestApp({ LINK_TRIES_PER_ADDRESS: '10000', LINK_MAILS_PER_ACCOUNT: '50' })
  strict = await createTestApp({ TRUST_PROXY: '1', LINK_TRIES_PER_ADDRESS: '8' })
})
afterAll(async () => {
  await site.close()
  await strict.close()
})

async function requestsFor(email: string) {
  const { rows } = await sql<{ data: unknown }>`select data from pgboss.job
    where name = ${SEND_LINK_JOB} and lower(data ->> 'email') = lower(${email}) order by created_on`.execute(site.deps.db)
  return rows.map(({ data }) => linkJobSchema.parse(data))
}

async function tokenFor(email: string): Promise<string> {
  const request = (await requestsFor(email)).at(-1)
  if (!request) throw new Error('nothing was asked for')
  await sendLink(site.deps, request)
  const { data } = await site.deps.db
    .selectFrom('mails')
    .select('data')
    .where('key', 'like', `%:${request.requestId}`)
    .executeTakeFirstOrThrow()
  return /token=([\w-]+)/.exec(JSON.stringify(data))?.[1] ?? ''
}

async function forget(email: string): Promise<string> {
  expect((await site.visitor().post(accountCalls.forgotPassword.path, { email })).status).toBe(200)
  return tokenFor(email)
}

const reset = async (token: string, password: string, who: Browser = site.visitor()) =>
  who.post(accountCalls.resetPassword.path, { token, password })
const logIn = async (email: string, password: string) => (await site.visitor().post(accountCalls.logIn.path, { email, password })).status

async function mailsOf(email: string): Promise<string[]> {
  const rows = await site.deps.db.selectFrom('mails').select('template').where('recipient', '=', email).orderBy('created_at').execute()
  return rows.map(({ template }) => template)
}

test('an emailed link sets the password: all sessions end, an email says so, and the address counts as confirmed', async () => {
  const person = await site.customer()
  const token = await forget(person.email.toUpperCase())
  expect((await reset(token, 'a new password')).json).toEqual({ message: 'Password changed' })
  expect([await logIn(person.email, 'password1'), await logIn(person.email, 'a new password')]).toEqual([401, 200])
  expect((await person.post(accountCalls.refreshToken.path)).status).toBe(401)
  expect((await person.get(ownCalls.getAccount.path)).status, 'at once, not after ten minutes').toBe(401)
  expect(await mailsOf(person.email)).toEqual(['password-reset', 'password-changed'])
  const next = site.visitor()
  await next.post(accountCalls.logIn.path, { email: person.email, password: 'a new password' })
  expect((await next.get(ownCalls.getAccount.path)).json.isEmailConfirmed).toBe(true)
})

test('somebody signed in where the link was opened must sign in again (ASVS 6.3.4)', async () => {
  const person = await site.customer()
  const elsewhere = await site.customer()
  expect((await reset(await forget(person.email), 'a new password', elsewhere)).status).toBe(200)
  expect([...elsewhere.cookies.keys()]).toEqual(['meridian_device'])
})

test('a new password by a link does not bypass the second factor (ASVS 6.4.3)', async () => {
  const person = await site.customer()
  await setUpFactor(site, person)
  expect((await reset(await forget(person.email), 'another password')).status).toBe(200)
  const login = await site.visitor().post(accountCalls.logIn.path, { email: person.email, password: 'another password' })
  expect([login.status, login.json.code]).toEqual([401, 'second_factor_required'])
})

test('a link works once, and the others that were requested end with it (ASVS 6.4.3)', async () => {
  const person = await site.customer()
  const tokens = [await forget(person.email), await forget(person.email)]
  const check = async (token = '') => (await site.visitor().post(accountCalls.checkResetLink.path, { token })).status
  expect([await check(tokens[0]), await check(tokens[0]), await check('made up')]).toEqual([200, 200, 410])
  const { json } = await site.visitor().post(accountCalls.checkResetLink.path, { token: tokens[0] })
  expect(json).toEqual({ message: 'The link works', email: person.email, leastLength: 6, isFirst: false })
  expect((await reset(tokens[1] ?? '', 'first password')).status).toBe(200)
  for (const token of tokens) {
    const spent = await reset(token, 'second password')
    expect(spent.json).toEqual({ statusCode: 410, code: 'link_spent', message: LINK_SPENT })
  }
  expect(await check(tokens[0])).toBe(410)
  expect(await logIn(person.email, 'first password')).toBe(200)
})

test('of ten resets at once, with one link or two of the same account, one succeeds and sends one email', async () => {
  for (const count of [1, 2]) {
    const person = await site.customer()
    const tokens: string[] = []
    for (let index = 0; index < count; index++) tokens.push(await forget(person.email))
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => reset(tokens[index % count] ?? '', `password ${index}`)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 410)])
    expect((await mailsOf(person.email)).filter((template) => template === 'password-changed')).toHaveLength(1)
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(await logIn(person.email, `password ${winner}`)).toBe(200)
  }
})

test('a reset link expires after an hour, and a link that has confirmed an address sets no password', async () => {
  const person = await site.customer()
  const confirm = await tokenFor(person.email)
  await person.post(accountCalls.confirmEmail.path, { token: confirm })
  expect((await reset(confirm, 'a new password')).status).toBe(410)
  const token = await forget(person.email)
  site.advance(HOUR_MS)
  expect((await reset(token, 'a new password')).status).toBe(410)
  expect(await logIn(person.email, 'password1')).toBe(200)
})

test.each([
  ['made up', 'x'.repeat(43), 'a new password', 410],
  ['empty', '', 'a new password', 400],
  ['endless', 'x'.repeat(10_000), 'a new password', 400],
  ['right, with a password too short', undefined, '12345', 400],
])('a token that is %s changes nothing', async (_what, given, password, status) => {
  const person = await site.customer()
  const token = given ?? (await forget(person.email))
  expect((await reset(token, password)).status).toBe(status)
  expect(await logIn(person.email, 'password1')).toBe(200)
})

test('a refused password leaves the link for a second try', async () => {
  const person = await site.customer()
  const token = await forget(person.email)
  expect((await reset(token, '12345')).json.issues).toEqual([{ path: 'password', message: 'Password must be at least 6 characters' }])
  expect((await reset(token, '123456')).status).toBe(200)
})

test('a request does not reveal whether there is an account: same response, same work; only account holders get an email', async () => {
  const person = await site.customer()
  const unknown = 'nobody-at-all@example.test'
  const answers = []
  for (const email of [person.email, unknown]) answers.push(await site.visitor().post(accountCalls.forgotPassword.path, { email }))
  const [known, other] = answers.map(({ status, json, headers }) => ({ status, json, names: Object.keys(headers).toSorted() }))
  expect(known).toEqual(other)
  expect(await requestsFor(unknown)).toHaveLength(1)
  for (const request of await requestsFor(unknown)) await sendLink(site.deps, request)
  expect(await mailsOf(unknown)).toEqual([])
})

test('a job that is run twice, as after a crash, sends one email', async () => {
  const person = await site.customer()
  await site.visitor().post(accountCalls.forgotPassword.path, { email: person.email })
  const request = (await requestsFor(person.email)).at(-1)
  if (!request) throw new Error('nothing was asked for')
  await sendLink(site.deps, request)
  await sendLink(site.deps, request)
  expect(await mailsOf(person.email)).toEqual(['password-reset'])
})

test('only hashes of links are stored, and once an email has been sent nothing in the database grants access', async () => {
  const person = await site.customer()
  const token = await forget(person.email)
  const { db } = site.deps
  const links = await db.selectFrom('account_links').select('token_hash').where('purpose', '=', 'reset').execute()
  expect(links.map(({ token_hash }) => token_hash)).toContain(hashToken(token))
  const stored = async () => db.selectFrom('mails').selectAll().where('recipient', '=', person.email).executeTakeFirstOrThrow()
  const sent: OutgoingMail[] = []
  await sendFromOutbox(site, async (mail) => void sent.push(mail), (await stored()).id)
  expect(sent[0]?.text).toContain(token)
  const after = await stored()
  expect(JSON.stringify(after)).not.toContain(token)
  expect(after.data).toEqual({ name: null, resetUrl: '' })
})

test('links point to the known address of the site, whatever host they were requested on', async () => {
  const person = await site.customer()
  const payload = { email: person.email }
  const asked = await site.app.inject({ method: 'POST', url: accountCalls.forgotPassword.path, headers: { host: 'evil.example' }, payload })
  expect(asked.statusCode).toBe(200)
  const token = await tokenFor(person.email)
  const { data } = await site.deps.db.selectFrom('mails').select('data').where('recipient', '=', person.email).executeTakeFirstOrThrow()
  expect(data).toMatchObject({ resetUrl: `${site.deps.origins.ofMails()}/#/reset-password?token=${token}` })
})

test('at sign-up a link is emailed that confirms the address by POST, however often it is opened, for three days', async () => {
  const person = await site.customer()
  expect((await person.get(ownCalls.getAccount.path)).json.isEmailConfirmed).toBe(false)
  const token = await tokenFor(person.email)
  expect((await site.visitor().get(accountCalls.confirmEmail.path)).status, 'mail scanners open links').toBe(404)
  const confirm = async (who = person) => (await who.post(accountCalls.confirmEmail.path, { token })).status
  expect(await Promise.all([confirm(), confirm()])).toEqual([200, 200])
  expect((await person.get(ownCalls.getAccount.path)).json.isEmailConfirmed).toBe(true)
  expect(await confirm(site.visitor()), 'once it is confirmed anybody may open the link').toBe(200)
  site.advance(72 * HOUR_MS)
  expect(await confirm()).toBe(410)
})

test('a confirmed person is sent no further link; the demo accounts are confirmed', async () => {
  const person = await site.customer()
  await person.post(accountCalls.confirmEmail.path, { token: await tokenFor(person.email) })
  await person.post(ownCalls.sendConfirmation.path)
  expect(await requestsFor(person.email)).toHaveLength(1)
  const demo = await site.deps.db.selectFrom('users').select('email_confirmed_at').where('id', '=', 'user_1').executeTakeFirstOrThrow()
  expect(demo.email_confirmed_at).not.toBeNull()
})

test('a link can be sent again from the settings, but not without limit', async () => {
  const person = await strict.customer()
  const statuses: number[] = []
  for (let index = 0; index < 6; index++) statuses.push((await person.post(ownCalls.sendConfirmation.path)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('one network can have at most five links sent to an address in a quarter of an hour, known or not', async () => {
  for (const [index, email] of ['user@example.com', 'unknown@example.test'].entries()) {
    const from = { 'x-forwarded-for': `203.0.113.${index}` }
    const answers = []
    for (let count = 0; count < 6; count++) answers.push(await strict.visitor().post(accountCalls.forgotPassword.path, { email }, from))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    const refused = answers.at(-1)
    expect(refused?.json.code).toBe('too_many_requests')
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    const elsewhere = await strict
      .visitor()
      .post(accountCalls.forgotPassword.path, { email }, { 'x-forwarded-for': `203.0.113.${index + 100}` })
    expect(elsewhere.status, 'nobody uses up what others may ask for').toBe(200)
  }
})

test('one network may request and try only a few links, whatever the accounts (ASVS 6.6.3)', async () => {
  const from = { 'x-forwarded-for': '198.51.100.7' }
  const statuses: number[] = []
  for (let index = 0; index < 4; index++) {
    statuses.push((await strict.visitor().post(accountCalls.forgotPassword.path, { email: `spray${index}@example.test` }, from)).status)
    statuses.push(
      (await strict.visitor().post(accountCalls.resetPassword.path, { token: `guess${index}`, password: 'password' }, from)).status,
    )
  }
  statuses.push((await strict.visitor().post(accountCalls.confirmEmail.path, { token: 'guess' }, from)).status)
  expect(statuses).toEqual([200, 410, 200, 410, 200, 410, 200, 410, 429])
})

test('somebody locked out by wrong guesses can sign in again with a new password', async () => {
  const person = await site.customer()
  for (let index = 0; index < 11; index++) await logIn(person.email, `wrong ${index}`)
  expect(await logIn(person.email, 'password1')).toBe(429)
  await reset(await forget(person.email), 'a new password')
  expect(await logIn(person.email, 'a new password')).toBe(200)
})

test('a link goes to the address that mail servers know, however it is typed', async () => {
  const written = "o'neill&co/ann@xn--bcher-kva.example"
  const { email } = await site.customer()
  await site.deps.db.updateTable('users').set({ email: written }).where('email', '=', email).execute()
  expect((await site.visitor().post(accountCalls.forgotPassword.path, { email: 'O’Neill&Co/Ann@Bücher.example' })).status).toBe(200)
  const token = await tokenFor(written)
  expect(await mailsOf(written)).toEqual(['password-reset'])
  expect((await reset(token, 'a new password')).status).toBe(200)
})
