import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import { pathOf } from '#shared/contract.ts'
import * as contactCalls from '#shared/enquiries/calls.ts'
import * as enquiryCalls from '#shared/enquiries/staff-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { bookAndPay, createBuyer, inDays, passTime } from '../../../../tests/support/buyers.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookBody, CONTACT, createStaff, draftOf } from '../../../../tests/support/movers.ts'
import { sendFromOutbox } from '../../../../tests/support/outbox.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { tidyMails } from './jobs.ts'

const DAY_SECONDS = 24 * 60 * 60
let site: TestApp

beforeAll(async () => {
  site = await createTestApp({ SIGN_UPS_PER_ADDRESS: '1000' })
})
beforeEach(async () => void (await site.deps.db.deleteFrom('mails').execute()))
afterAll(async () => site.close())

async function enquire(email: string, message = 'Is the drill free in May?'): Promise<void> {
  const body = { key: randomUUID(), name: 'Ada Byron', email, phone: '020 7946 0958', subject: 'Tool Hire', message, homepage: '' }
  expect((await site.visitor().post(contactCalls.sendEnquiry.path, body)).status).toBe(201)
}

async function signUp(email: string, { isConfirmed }: { isConfirmed: boolean }): Promise<Browser> {
  const person = site.visitor()
  await person.signUpAndLogIn('Ada', email)
  if (isConfirmed) await site.deps.db.updateTable('users').set({ email_confirmed_at: site.deps.now() }).where('email', '=', email).execute()
  return person
}

async function moveFor(contactEmail: string): Promise<Browser> {
  const mover = await signUp(`${randomUUID()}@example.test`, { isConfirmed: true })
  await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf({ contact: { ...CONTACT, email: contactEmail } }) })
  expect((await mover.post(vehicleCalls.requestQuote.path, bookBody({ notes: randomUUID() }))).status).toBe(201)
  return mover
}

async function sendAll(): Promise<void> {
  for (const { id } of await site.deps.db.selectFrom('mails').select('id').execute()) await sendFromOutbox(site, async () => undefined, id)
}

async function templates(): Promise<string[]> {
  const rows = await site.deps.db.selectFrom('mails').select('template').orderBy('template').execute()
  return rows.map(({ template }) => template)
}

const exportOf = async (person: Browser) => (await person.get(securityCalls.downloadOwnData.path)).json
const end = async (person: Browser) =>
  expect((await person.post(securityCalls.deleteAccount.path, { password: 'password1' })).status).toBe(200)

test('enquiries are exported to, and deleted with, the account that has confirmed their address', async () => {
  await enquire('ADA@example.test')
  await enquire('somebody.else@example.test')
  const person = await signUp('ada@example.test', { isConfirmed: true })
  const { enquiries } = await exportOf(person)
  expect(enquiries).toEqual([
    expect.objectContaining({ name: 'Ada Byron', message: 'Is the drill free in May?', email: 'ADA@example.test' }),
  ])
  await end(person)
  const left = await site.deps.db.selectFrom('mails').select('data').where('template', '=', 'enquiry-received').execute()
  expect(left.map(({ data }) => (data as { email: string }).email)).toEqual(['somebody.else@example.test'])
})

test('replies are exported and deleted with their enquiry, and not for an account with an unconfirmed address', async () => {
  const { db } = site.deps
  await enquire('thread@example.test')
  const newest = db.selectFrom('mails').select('id').where('template', '=', 'enquiry-received').orderBy('created_at', 'desc')
  const { id } = await newest.limit(1).executeTakeFirstOrThrow()
  const staff = await createStaff(site)
  const body = { key: randomUUID(), text: 'It is free.', seen: { replyId: null, state: 'open' } }
  expect((await staff.post(pathOf(enquiryCalls.replyToEnquiry, { id }), body)).status).toBe(200)
  const stranger = await signUp('thread@example.test', { isConfirmed: false })
  expect(JSON.stringify(await exportOf(stranger))).not.toContain('It is free.')
  await site.asOwner(`update users set email_confirmed_at = now() where email = 'thread@example.test'`)
  const { enquiries, mails } = await exportOf(stranger)
  expect(enquiries).toEqual([expect.objectContaining({ replies: [{ text: 'It is free.', writtenAt: expect.any(String) }] })])
  expect(mails).toContainEqual(expect.objectContaining({ subject: expect.stringMatching(/^Re: /) }))
  await end(stranger)
  expect(await db.selectFrom('enquiry_replies').select('id').execute()).toEqual([])
  expect(await templates()).not.toContain('enquiry-reply')
})

test('somebody who signs up with another person’s address can neither export nor delete that person’s emails', async () => {
  await enquire('grace@example.test')
  await moveFor('grace@example.test')
  const person = await signUp('grace@example.test', { isConfirmed: false })
  const file = await exportOf(person)
  expect(file.enquiries).toEqual([])
  expect(file.mails).toEqual([])
  await end(person)
  expect(await templates()).toEqual(['account-deleted', 'enquiry-received', 'quote-received'])
})

test('somebody who signs up with the agency’s address gets none of its enquiries', async () => {
  await enquire('grace@example.test')
  for (const isConfirmed of [false, true]) {
    const person = await signUp(brand.email, { isConfirmed })
    expect(JSON.stringify(await exportOf(person))).not.toContain('Enquiry')
    await end(person)
    expect(await templates()).toContain('enquiry-received')
  }
})

test('emails to a contact are exported to and deleted with the account that asked, and shown to the contact who has confirmed the address', async () => {
  const mover = await moveFor('contact@example.test')
  await sendAll()
  const mail = {
    to: 'contact@example.test',
    subject: expect.stringContaining('Quote request received'),
    text: expect.stringContaining('Hello, '),
  }
  expect((await exportOf(mover)).mails).toEqual([expect.objectContaining(mail)])
  const contact = await signUp('contact@example.test', { isConfirmed: true })
  expect((await exportOf(contact)).mails).toEqual([expect.objectContaining(mail)])
  await end(mover)
  expect(await templates()).toEqual(['account-deleted'])
})

test('an email that has not been sent is exported without its link', async () => {
  const person = await signUp('link@example.test', { isConfirmed: false })
  const data = JSON.stringify({ confirmUrl: 'https://site.example/#/confirm-email?token=secret' })
  const row = { id: randomUUID(), key: randomUUID(), template: 'email-confirmation', recipient: person.email, data }
  await site.deps.db.insertInto('mails').values(row).execute()
  const answer = await person.get(securityCalls.downloadOwnData.path)
  expect(answer.json.mails).toEqual([expect.objectContaining({ subject: expect.stringContaining('confirm') })])
  expect(answer.text).not.toContain('secret')
})

test('links, notices and enquiries are kept for thirty days, emails about a booking until half a year after its day (ASVS 14.2.4)', async () => {
  const person = await createBuyer(site)
  await enquire(person.email)
  await bookAndPay(site, person, 1, inDays(site, 60))
  await sendAll()
  await passTime(site, 29 * DAY_SECONDS)
  await tidyMails(site.deps)
  expect(await templates()).toEqual(['booking-confirmed', 'enquiry-received'])
  await passTime(site, 2 * DAY_SECONDS)
  await tidyMails(site.deps)
  expect(await templates()).toEqual(['booking-confirmed'])
  await passTime(site, 208 * DAY_SECONDS)
  await tidyMails(site.deps)
  expect(await templates(), 'day 239').toEqual(['booking-confirmed'])
  await passTime(site, 3 * DAY_SECONDS)
  await tidyMails(site.deps)
  expect(await templates(), 'day 242').toEqual([])
})

test('an unsent email is not deleted, however old', async () => {
  await enquire('late@example.test')
  await passTime(site, 40 * DAY_SECONDS)
  await tidyMails(site.deps)
  expect(await templates()).toEqual(['enquiry-received'])
})
