import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import { sendLink } from '#server/features/accounts/links.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { createBuyer } from '../../../../tests/support/buyers.ts'
import { bookBody, CONTACT, draftOf } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

/** An advertisement that passes the rules for names. */
const ADVERTISEMENT = 'Customer, you have won a cruise at prize.example'
const VICTIM = 'victim@example.test'
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

async function mailsTo(address: string) {
  const mails = await site.deps.db.selectFrom('mails').selectAll().where('recipient', '=', address).orderBy('created_at').execute()
  return mails.map(({ template, data }) => ({ template, ...renderTemplate(template, data) }))
}

/** Returns the booking's id. */
async function askFor(contact: Partial<typeof CONTACT>, change: { isConfirmed: boolean }) {
  const mover = await createBuyer(site)
  const email_confirmed_at = change.isConfirmed ? site.deps.now() : null
  await site.deps.db.updateTable('users').set({ email_confirmed_at, name: ADVERTISEMENT }).where('email', '=', mover.email).execute()
  await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf({ contact: { ...CONTACT, email: mover.email, ...contact } }) })
  const answer = await mover.post(vehicleCalls.requestQuote.path, bookBody())
  expect(answer.status).toBe(201)
  return { mover, id: answer.json.booking.id as string }
}

test.each(['https://prize.example', 'http://prize.example', 'www.prize.example', 'Ada\r\nBcc: all@example.test'])(
  'nobody can sign up, rename an account or request a quote as %j',
  async (name) => {
    const person = site.visitor()
    const signedUp = await person.post(accountCalls.signUp.path, { name, email: `${randomUUID()}@example.test`, password: 'password1' })
    expect(signedUp.status).toBe(400)
    expect(signedUp.json.issues).toEqual([{ path: 'name', message: 'Please enter a name on one line, without a web address' }])
    await person.signUpAndLogIn('Ada', `${randomUUID()}@example.test`)
    expect((await person.put(ownCalls.getAccount.path, { name })).status).toBe(400)
    const { mover } = await askFor({ name }, { isConfirmed: true })
    for (const { text } of await mailsTo(mover.email)) expect(text).not.toContain(name)
  },
)

test('no email to an unconfirmed address contains the name typed with it', async () => {
  const person = site.visitor()
  await person.signUpAndLogIn(ADVERTISEMENT, 'unconfirmed@example.test')
  for (const purpose of ['confirm', 'reset'] as const) {
    await sendLink(site.deps, { requestId: randomUUID(), purpose, email: person.email })
  }
  await person.post(securityCalls.changePassword.path, { currentPassword: 'password1', newPassword: 'password2' })
  const before = await mailsTo(person.email)
  await person.post(securityCalls.deleteAccount.path, { password: 'password2' })
  const mails = [...before, ...(await mailsTo(person.email))]
  expect(mails.map(({ template }) => template)).toEqual(['email-confirmation', 'password-reset', 'password-changed', 'account-deleted'])
  for (const { subject, html, text } of mails) {
    for (const part of [subject, html, text]) expect(part).not.toContain('cruise')
    expect(text).toContain('Hello, ')
  }
})

test('an owner who proves their address by a link is not addressed by the name of the person who signed up with it', async () => {
  const person = site.visitor()
  await person.signUpAndLogIn(ADVERTISEMENT, 'taken@example.test')
  await sendLink(site.deps, { requestId: randomUUID(), purpose: 'reset', email: person.email })
  const { data } = await site.deps.db.selectFrom('mails').select('data').where('recipient', '=', person.email).executeTakeFirstOrThrow()
  const token = (data as { resetUrl: string }).resetUrl.split('token=')[1]
  expect((await site.visitor().post(accountCalls.resetPassword.path, { token, password: 'password3' })).status).toBe(200)
  const [, changed] = await mailsTo(person.email)
  expect(changed?.template).toBe('password-changed')
  expect(changed?.text).not.toContain('cruise')
})

test('an account with an unconfirmed address causes no email to the contact in the wizard', async () => {
  const { mover, id } = await askFor({ name: ADVERTISEMENT, email: VICTIM }, { isConfirmed: false })
  expect(await mailsTo(VICTIM)).toEqual([])
  const [mail] = await mailsTo(mover.email)
  expect(mail?.template).toBe('quote-received')
  expect(mail?.text).toContain('Hello, thank you for your request.')
  expect(mail?.text).not.toContain('cruise')
  await site.deps.db.updateTable('users').set({ email_confirmed_at: site.deps.now() }).where('email', '=', mover.email).execute()
  const customer = await site.deps.db.transaction().execute((trx) => getCustomer(trx, id))
  expect(customer, 'once it is confirmed').toEqual({ name: null, email: VICTIM })
})

test('with a confirmed account the contact gets the email, without the name that was typed for it', async () => {
  await askFor({ name: ADVERTISEMENT, email: 'contact@example.test' }, { isConfirmed: true })
  const [mail] = await mailsTo('contact@example.test')
  expect(mail?.text).toContain('Hello, thank you for your request.')
  expect(mail?.text).not.toContain('cruise')
})

test('emails to the account’s own confirmed address greet people by the name from the wizard', async () => {
  const { mover } = await askFor({ name: 'Ada Mover' }, { isConfirmed: true })
  expect((await mailsTo(mover.email))[0]?.text).toContain('Dear Ada Mover, thank you')
})
