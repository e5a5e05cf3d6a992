import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import type { EnquiryThread } from '#shared/enquiries/staff.ts'
import { pathOf } from '#shared/contract.ts'
import * as contactCalls from '#shared/enquiries/calls.ts'
import * as enquiryCalls from '#shared/enquiries/staff-calls.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as mailCalls from '#shared/mails/staff-calls.ts'
import { createSmtpMailer } from '#server/lib/mailer.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { sendFromOutbox } from '../../../../tests/support/outbox.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../../tests/support/smtp-server.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let smtp: TestSmtpServer
let staff: Browser
let manager: Browser

beforeAll(async () => {
  site = await createTestApp({ ENQUIRIES_PER_ADDRESS: '1000' })
  smtp = await startSmtpServer()
  staff = await createStaff(site)
  manager = await createStaff(site, 'manager')
})
afterAll(async () => {
  await smtp.close()
  await site.close()
})

async function enquire(email = `${randomUUID()}@example.test`): Promise<string> {
  const body = { key: randomUUID(), name: 'Ada Byron', email, phone: '', subject: 'Tours', message: 'Is it free?\nIn May?', homepage: '' }
  await site.visitor().post(contactCalls.sendEnquiry.path, body)
  const newest = site.deps.db.selectFrom('mails').select('id').where('template', '=', 'enquiry-received').orderBy('created_at', 'desc')
  return (await newest.limit(1).executeTakeFirstOrThrow()).id
}

const threadOf = async (id: string): Promise<EnquiryThread> => (await staff.get(pathOf(enquiryCalls.getEnquiry, { id }))).json
const reply = (change: object = {}) => ({ key: randomUUID(), text: 'Yes, it is.', seen: { replyId: null, state: 'open' }, ...change })

async function actionsOn(id: string): Promise<unknown[]> {
  const entries = site.deps.db.selectFrom('audit_entries').select(['action', 'before', 'after']).where('subject_id', '=', id)
  return (await entries.orderBy('id').execute()).map(({ action, before, after }) => [action, before, after])
}

test('stores a reply, marks the enquiry as answered and emails the reply with the question quoted and the agency as reply-to', async () => {
  const email = `${randomUUID()}@example.test`
  const id = await enquire(email)
  expect((await staff.post(pathOf(enquiryCalls.replyToEnquiry, { id }), reply())).status).toBe(200)
  const thread = await threadOf(id)
  expect(thread.answered?.by.name).toBe('Sam Staff')
  expect(thread.replies).toEqual([
    {
      id: expect.any(String),
      text: 'Yes, it is.',
      by: 'Sam Staff',
      writtenAt: thread.answered?.at,
      email: expect.objectContaining({ state: 'waiting' }),
    },
  ])
  const before = smtp.mails.length
  const mailId = thread.replies[0]?.email?.id ?? ''
  await sendFromOutbox(site, createSmtpMailer(smtp.url, 'Meridian <site@meridian.example>'), mailId)
  const mail = await PostalMime.parse(smtp.mails[before]?.text ?? '')
  expect(smtp.mails[before]?.to).toBe(email)
  expect(mail.subject).toBe(`Re: Your enquiry to ${brand.name}: Tours`)
  expect(mail.replyTo).toEqual([{ name: brand.name, address: brand.email }])
  expect(mail.text).toContain('Hello,\n\nYes, it is.\n\nYou wrote\n> Is it free?\n> In May?')
  expect((await threadOf(id)).replies[0]?.email?.state).toBe('sent')
  expect(await actionsOn(id), 'the audit says that, not what').toEqual([['enquiry.replied', null, null]])
})

test('a double click and a retry after a lost response create one reply and one email', async () => {
  const id = await enquire()
  const body = reply()
  const answers = await Promise.all([
    staff.post(pathOf(enquiryCalls.replyToEnquiry, { id }), body),
    staff.post(pathOf(enquiryCalls.replyToEnquiry, { id }), body),
  ])
  answers.push(await staff.post(pathOf(enquiryCalls.replyToEnquiry, { id }), body))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { replies } = await threadOf(id)
  expect(replies).toHaveLength(1)
  const mails = site.deps.db.selectFrom('mails').select('id').where('key', '=', `enquiry-reply:${replies[0]?.id}`)
  expect(await mails.execute()).toHaveLength(1)
  const changed = await staff.post(pathOf(enquiryCalls.replyToEnquiry, { id }), { ...body, text: 'No.' })
  expect([changed.status, changed.json.code], 'another text under the same key').toEqual([409, 'enquiry_changed'])
})

test('of two simultaneous replies only one succeeds, and the other clerk learns whose it was and can send theirs after reading it', async () => {
  const id = await enquire()
  const bodies = [reply({ text: 'Mine.' }), reply({ text: 'Theirs.' })]
  const answers = await Promise.all([
    staff.post(pathOf(enquiryCalls.replyToEnquiry, { id }), bodies[0]),
    manager.post(pathOf(enquiryCalls.replyToEnquiry, { id }), bodies[1]),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.json).toMatchObject({ code: 'enquiry_changed', message: expect.stringMatching(/^Sam Staff has just replied/) })
  const { replies } = await threadOf(id)
  expect(replies).toHaveLength(1)
  const again = reply({ seen: { replyId: replies[0]?.id, state: 'answered' } })
  expect((await manager.post(pathOf(enquiryCalls.replyToEnquiry, { id }), again)).status).toBe(200)
  expect((await threadOf(id)).replies).toHaveLength(2)
})

test('refuses a reply to an enquiry that a colleague has just marked or closed, and says so', async () => {
  const id = await enquire()
  await manager.post(pathOf(enquiryCalls.closeEnquiry, { id }), { reason: 'spam' })
  const refused = await staff.post(pathOf(enquiryCalls.replyToEnquiry, { id }), reply())
  expect([refused.status, refused.json.message]).toEqual([409, 'Sam Staff has just closed this enquiry.'])
  expect((await threadOf(id)).replies).toEqual([])
})

test('an enquiry can be closed without an answer for a reason, is listed as closed, and can be reopened', async () => {
  const id = await enquire()
  expect((await staff.post(pathOf(enquiryCalls.closeEnquiry, { id }), { reason: 'no reason' })).status).toBe(400)
  for (const status of [200, 200])
    expect((await staff.post(pathOf(enquiryCalls.closeEnquiry, { id }), { reason: 'duplicate' })).status).toBe(status)
  const idsIn = async (state: string) =>
    (await staff.get(`${enquiryCalls.listEnquiries.path}?state=${state}`)).json.map((each: { id: string }) => each.id)
  expect(await idsIn('closed')).toContain(id)
  expect([...(await idsIn('answered')), ...(await idsIn('open'))]).not.toContain(id)
  await staff.post(pathOf(enquiryCalls.reopenEnquiry, { id }))
  expect(await idsIn('open')).toContain(id)
  expect(await actionsOn(id)).toEqual([
    ['enquiry.closed', null, { closingReason: 'duplicate' }],
    ['enquiry.reopened', null, null],
  ])
  await staff.post(pathOf(enquiryCalls.answerEnquiry, { id }))
  expect((await staff.post(pathOf(enquiryCalls.closeEnquiry, { id }), { reason: 'spam' })).json.code).toBe('enquiry_changed')
})

test('shows the account that has confirmed the address in any case, and no unconfirmed account', async () => {
  const email = `${randomUUID()}@example.test`
  const id = await enquire(email.toUpperCase())
  const person = { name: 'Ada B', email, password: 'password1' }
  await site.visitor().post(accountCalls.signUp.path, person)
  expect((await threadOf(id)).account).toBeNull()
  await site.asOwner(`update users set email_confirmed_at = now() where email = '${email}'`)
  expect((await threadOf(id)).account).toEqual({ id: expect.any(String), name: 'Ada B', email })
})

test('an undeliverable reply shows as failed in the conversation and in the list of emails', async () => {
  const id = await enquire()
  await staff.post(pathOf(enquiryCalls.replyToEnquiry, { id }), reply())
  const mailId = (await threadOf(id)).replies[0]?.email?.id ?? ''
  await site.asOwner(`update mails set failed_at = now(), failure = 'the address was rejected' where id = '${mailId}'`)
  expect((await threadOf(id)).replies[0]?.email).toEqual({ id: mailId, state: 'failed' })
  const failed = (await manager.get(`${mailCalls.listMails.path}?state=failed`)).json as { id: string; subject: string }[]
  expect(failed.find((mail) => mail.id === mailId)?.subject).toMatch(/^Re: /)
})

test('removes hidden marks from a reply, and refuses an empty or too long one', async () => {
  const id = await enquire()
  for (const text of ['', '  \n ', 'x'.repeat(8001)]) {
    const { status, json } = await staff.post(pathOf(enquiryCalls.replyToEnquiry, { id }), reply({ text }))
    expect([status, json.issues?.[0]?.path], text.slice(0, 9)).toEqual([400, 'text'])
  }
  await staff.post(pathOf(enquiryCalls.replyToEnquiry, { id }), reply({ text: ' Yes\u202e!\r\nBye ' }))
  expect((await threadOf(id)).replies[0]?.text).toBe('Yes!\nBye')
  expect((await staff.get(pathOf(enquiryCalls.getEnquiry, { id: randomUUID() }))).status).toBe(404)
})
