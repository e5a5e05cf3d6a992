import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import { ENQUIRY_SUBJECTS, type EnquiryBody } from '#shared/enquiries/public.ts'
import * as contactCalls from '#shared/enquiries/calls.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import { createSmtpMailer } from '#server/lib/mailer.ts'
import type { SiteResponse } from '../../../../tests/support/browser.ts'
import { sendFromOutbox } from '../../../../tests/support/outbox.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../../tests/support/smtp-server.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let smtp: TestSmtpServer
let addresses = 0

beforeAll(async () => {
  site = await createTestApp({ TRUST_PROXY: '1', ENQUIRIES_PER_ADDRESS: '3' })
  smtp = await startSmtpServer()
})
afterAll(async () => {
  await smtp.close()
  await site.close()
})

/** Returns a valid form, under a name that no other test uses. */
function enquiry(change: Partial<EnquiryBody> = {}): EnquiryBody {
  const name = `Ada ${randomUUID()}`
  return {
    key: randomUUID(),
    name,
    email: 'ada@example.test',
    phone: '+44 20 7946 0958',
    subject: 'Tool Hire',
    message: 'Is the drill free in May?',
    homepage: '',
    ...change,
  }
}

const newAddress = () => `203.0.113.${++addresses}`

async function ask(body: object, address = newAddress()): Promise<SiteResponse> {
  return site.visitor().post(contactCalls.sendEnquiry.path, body, { 'x-forwarded-for': address })
}

async function mailsFrom(name: string) {
  const mails = await site.deps.db.selectFrom('mails').selectAll().where('template', '=', 'enquiry-received').execute()
  return mails.filter(({ data }) => (data as { name: string }).name === name)
}

async function delivered(name: string) {
  const [mail] = await mailsFrom(name)
  const before = smtp.mails.length
  const send = createSmtpMailer(smtp.url, 'Meridian <site@meridian.example>')
  await sendFromOutbox(site, send, mail?.id ?? '')
  const [got, ...more] = smtp.mails.slice(before)
  expect(more).toEqual([])
  return { ...(await PostalMime.parse(got?.text ?? '')), recipients: got?.to }
}

test('an enquiry from a signed-out visitor reaches the agency, and a reply to it reaches the visitor', async () => {
  const body = enquiry()
  const answer = await ask(body)
  expect(answer.status).toBe(201)
  expect(answer.json).toEqual({ message: 'Enquiry received' })
  const mail = await delivered(body.name)
  expect(mail.recipients).toBe(brand.email)
  expect(mail.from).toMatchObject({ address: 'site@meridian.example' })
  expect(mail.replyTo).toEqual([{ name: body.name, address: body.email }])
  expect(mail.subject).toBe(`Enquiry: Tool Hire, from ${body.name}`)
  for (const fact of [body.name, body.email, body.phone, body.message]) {
    expect(mail.text).toContain(fact)
    expect(mail.html).toContain(fact)
  }
})

test('nothing is sent to the address that was typed in', async () => {
  const body = enquiry({ email: 'victim@example.test' })
  await ask(body)
  const recipients = await site.deps.db.selectFrom('mails').select('recipient').where('recipient', '!=', brand.email).execute()
  expect(recipients.filter(({ recipient }) => recipient.includes('victim'))).toEqual([])
  expect(await mailsFrom(body.name)).toHaveLength(1)
})

test.each(ENQUIRY_SUBJECTS)('accepts the subject %s', async (subject) => {
  expect((await ask(enquiry({ subject }))).status).toBe(201)
})

test('a double click and a retry after a lost response send one email and are not counted as tries', async () => {
  const body = enquiry()
  const address = newAddress()
  const answers = await Promise.all([ask(body, address), ask(body, address)])
  for (let again = 0; again < 5; again += 1) answers.push(await ask(body, address))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(await mailsFrom(body.name)).toHaveLength(1)
})

test('a form changed after a failure sends a new email', async () => {
  const body = enquiry()
  await ask(body)
  await ask({ ...body, message: 'Is the sander free in May?' })
  expect(await mailsFrom(body.name)).toHaveLength(2)
})

test('the fourth enquiry from one network must wait, for as long as the response says, and other networks need not', async () => {
  const address = newAddress()
  for (let count = 0; count < 3; count += 1) expect((await ask(enquiry(), address)).status).toBe(201)
  const body = enquiry()
  const refused = await ask(body, address)
  expect(refused.status).toBe(429)
  expect(refused.json.message).toMatch(/^Too many attempts\. Please wait \d+ (minutes|seconds) and try again\.$/)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await mailsFrom(body.name)).toEqual([])
  expect((await ask(body)).status).toBe(201)
})

test('a bot that fills in the hidden field gets the same response, and no email is sent', async () => {
  const body = enquiry({ homepage: 'https://spam.example' })
  const answer = await ask(body)
  expect([answer.status, answer.json]).toEqual([201, { message: 'Enquiry received' }])
  expect(await mailsFrom(body.name)).toEqual([])
})

test.each(['name', 'email', 'phone', 'subject', 'key'] as const)(
  'refuses a line break in %s, so that no header can be added',
  async (field) => {
    for (const ending of ['\r\n', '\n', '\r', '\u0085', '\u2028', '\u000b']) {
      const body = enquiry()
      const hostile = `${body[field]}${ending}Bcc: all@example.test`
      const answer = await ask({ ...body, [field]: hostile })
      expect(answer.status, JSON.stringify(hostile)).toBe(400)
      expect(answer.json.issues[0].path).toBe(field)
      expect(await mailsFrom(hostile)).toEqual([])
    }
  },
)

test('even an email put into the outbox from elsewhere, with line breaks in every field, adds no header (ASVS 1.3.11)', async () => {
  const evil = 'x\r\nBcc: all@example.test\r\n\r\n<script>alert(1)</script>'
  const { replyTo, ...rendered } = renderTemplate('enquiry-received', {
    name: evil,
    email: evil,
    phone: evil,
    subject: evil,
    message: evil,
  })
  const before = smtp.mails.length
  const send = createSmtpMailer(smtp.url, 'Meridian <site@meridian.example>')
  await send({ id: randomUUID(), to: brand.email, ...rendered, ...(replyTo && { replyTo }) })
  const got = smtp.mails[before]
  expect(got?.to).toBe(brand.email)
  const mail = await PostalMime.parse(got?.text ?? '')
  expect(mail.bcc ?? []).toEqual([])
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(mail.html).not.toContain('<script')
})

test('shows text as it was typed and never runs it', async () => {
  const message = `<img src=x onerror="alert(1)">\n🧳 O'Neill & Söhne\r\n.\nEnd`
  const body = enquiry({ name: `Zoë "<b>" ${randomUUID()} 💥`, message })
  await ask(body)
  const mail = await delivered(body.name)
  expect(mail.text).toContain(message.replaceAll('\r\n', '\n'))
  expect(mail.html).not.toMatch(/<img (?!src="cid:logo")|<b>/)
  expect(mail.replyTo?.[0]?.name).toBe(body.name)
})

test.each([
  [{ name: '' }, 'name', 'Name is required'],
  [{ name: 'x'.repeat(101) }, 'name', 'Name must be at most 100 characters'],
  [{ email: 'nobody' }, 'email', 'Please enter a valid email'],
  [{ email: 'ada@example.test, all@example.test' }, 'email', 'Please enter a valid email'],
  [{ phone: 'call me' }, 'phone', 'Please enter a valid phone number'],
  [{ subject: 'Refund everything' }, 'subject', 'Please choose a topic'],
  [{ message: `${' '.repeat(20)}too short` }, 'message', 'Please tell us a little more (at least 10 characters)'],
  [{ message: 'short' }, 'message', 'Please tell us a little more (at least 10 characters)'],
  [{ message: 'x'.repeat(4001) }, 'message', 'Message must be at most 4,000 characters'],
  [{ message: 'x'.repeat(4000) }, undefined, undefined],
  [{ message: '💥'.repeat(2000) }, undefined, undefined],
])('refuses %j with a message', async (change, path, message) => {
  const answer = await ask(enquiry(change as Partial<EnquiryBody>))
  expect(answer.status).toBe(path ? 400 : 201)
  if (path) expect(answer.json.issues).toContainEqual({ path, message })
})

test('refuses a form on another site', async () => {
  const answer = await site.visitor().post(contactCalls.sendEnquiry.path, enquiry(), { origin: 'https://evil.example' })
  expect(answer.status).toBe(403)
})
