import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { addDays } from '#shared/dates.ts'
import * as contactCalls from '#shared/enquiries/calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { BOOKING_MAIL_DAYS } from '#shared/retention.ts'
import { operator } from '#server/lib/actors.ts'
import { createMailer } from '#server/lib/mailer.ts'
import { bookAndPay, createBuyer } from '../../../tests/support/buyers.ts'
import { commandLineOf } from '../../../tests/support/command-line.ts'
import { dayAhead } from '../../../tests/support/days.ts'
import { bookBody, CONTACT, draftOf } from '../../../tests/support/movers.ts'
import { sendFromOutbox } from '../../../tests/support/outbox.ts'
import { startSmtpServer } from '../../../tests/support/smtp-server.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { runCommandLine } from './command-line.ts'
import { eraseCorrespondence, exportCorrespondence, findCorrespondence } from './correspondence.ts'

/** Has no account, but writes to us and is the contact of other people's bookings. */
const ADDRESS = 'Grace@example.test'
let site: TestApp
let said: string[]

beforeEach(async () => {
  site = await createTestApp()
  said = []
})
afterEach(async () => site.close())

const say = (line: string) => void said.push(line)

async function enquire(email: string): Promise<void> {
  const body = { key: randomUUID(), name: 'Grace Hopper', email, phone: '', subject: 'Tool Hire', message: `I am ${email}.`, homepage: '' }
  expect((await site.visitor().post(contactCalls.sendEnquiry.path, body)).status).toBe(201)
}

/** Returns the reference of the quote request. */
async function askFor(email: string): Promise<string> {
  const mover = await createBuyer(site)
  await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf({ contact: { ...CONTACT, email } }) })
  return (await mover.post(vehicleCalls.requestQuote.path, bookBody())).json.booking.reference
}

async function payFor(email: string): Promise<string> {
  const buyer = await createBuyer(site)
  const { id, reference } = await bookAndPay(site, buyer, 1, dayAhead(1))
  await site.deps.db.updateTable('mails').set({ recipient: email }).where('booking_id', '=', id).execute()
  return reference
}

async function sendAll(): Promise<void> {
  const send = createMailer(site.deps.config, site.app.log)
  for (const { id } of await site.deps.db.selectFrom('mails').select('id').execute()) await sendFromOutbox(site, send, id)
}

async function left(): Promise<string[]> {
  const rows = await site.deps.db.selectFrom('mails').select(['template', 'recipient']).orderBy('template').execute()
  return rows.map(({ template, recipient }) => `${template} to ${recipient}`)
}

test('nothing is found for an address that nobody has used', async () => {
  await enquire('somebody.else@example.test')
  await findCorrespondence(site.deps, ADDRESS, say)
  expect(said).toEqual(['No correspondence with Grace@example.test.'])
})

test('emails to an address and enquiries from it are found however it is written, with what has to stay and why', async () => {
  await enquire('GRACE@example.test')
  await enquire('somebody.else@example.test')
  const [asked, paid] = [await askFor('grace@example.test'), await payFor('grace@EXAMPLE.test')]
  await sendAll()
  const waiting = await askFor(ADDRESS)
  await findCorrespondence(site.deps, ADDRESS, say)
  const found = said.map((line) => line.replace(/^[\da-f-]{36} {2}\d{4}-\d\d-\d\dT\d\d:\d\d {2}/, ''))
  expect(found.toSorted()).toEqual(
    [
      'enquiry-received  -',
      `quote-received  ${asked}`,
      `quote-received  ${waiting}  kept: not sent yet`,
      `booking-confirmed  ${paid}  kept until ${addDays(dayAhead(1), BOOKING_MAIL_DAYS)}: the booking was paid for, and the bank may ask what we wrote`,
    ].toSorted(),
  )
})

test('a copy is a new file with the text of every email and enquiry', async () => {
  await enquire(ADDRESS)
  await enquire('somebody.else@example.test')
  await askFor(ADDRESS)
  await sendAll()
  const file = path.join(site.deps.config.DATA_DIR, 'grace.json')
  await exportCorrespondence(site.deps, ADDRESS, file, say)
  expect(said).toEqual([`Written to ${file}.`])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    from: 'Meridian',
    madeAt: expect.any(String),
    address: ADDRESS,
    mails: [expect.objectContaining({ to: ADDRESS, subject: expect.stringContaining('Quote request'), text: expect.any(String) })],
    enquiries: [expect.objectContaining({ name: 'Grace Hopper', message: `I am ${ADDRESS}.` })],
  })
  await expect(exportCorrespondence(site.deps, ADDRESS, file, say), 'nothing is overwritten').rejects.toThrow('EEXIST')
})

test('erasing also removes files; emails about payments, emails still to be sent and other people’s records stay', async () => {
  await enquire('GRACE@example.test')
  await enquire('somebody.else@example.test')
  await askFor(ADDRESS)
  await payFor(ADDRESS)
  await sendAll()
  await askFor(ADDRESS)
  await eraseCorrespondence(site.deps, operator(), ADDRESS, say)
  expect(said).toEqual(['Erased: 1 email, 1 enquiry. 2 emails about bookings kept (run find to see why).'])
  expect(await left()).toEqual([
    `booking-confirmed to ${ADDRESS}`,
    'enquiry-received to hello@meridian.example',
    `quote-received to ${ADDRESS}`,
  ])
  expect(await readdir(path.join(site.deps.config.DATA_DIR, 'mails'))).toHaveLength(2)
  const entry = await site.deps.db.selectFrom('audit_entries').selectAll().where('action', '=', 'email.erased').executeTakeFirst()
  expect(entry).toMatchObject({ via: 'command_line', subject_id: null, after: { emails: 1, enquiries: 1 } })
  said = []
  await eraseCorrespondence(site.deps, operator(), ADDRESS, say)
  expect(said, 'again').toEqual(['Erased: 0 emails, 0 enquiries. 2 emails about bookings kept (run find to see why).'])
})

test('the owner of a confirmed account must act themselves; an account with an unconfirmed address protects nothing', async () => {
  const { email } = await createBuyer(site)
  await enquire(email)
  const file = path.join(site.deps.config.DATA_DIR, 'theirs.json')
  const refusal = `${email} belongs to an account. Its owner can download a copy and delete it in Settings. On their request: npm run accounts -- erase ${email}`
  await expect(exportCorrespondence(site.deps, email, file, say)).rejects.toThrow(refusal)
  await expect(eraseCorrespondence(site.deps, operator(), email, say)).rejects.toThrow(refusal)
  await findCorrespondence(site.deps, email, say)
  expect(said).toEqual([expect.stringMatching(/ {2}enquiry-received {2}-$/), refusal])
  await site.deps.db.updateTable('users').set({ email_confirmed_at: null }).where('email', '=', email).execute()
  await eraseCorrespondence(site.deps, operator(), email, say)
  expect(await left()).toEqual([])
  const remains = `Not erased: the account with this address, its name and bookings. For these: npm run accounts -- erase ${email}`
  expect(said.at(-1)).toBe(remains)
})

test('send sends all waiting emails now, and says how many are left while the mail server is away', async () => {
  onTestFinished(commandLineOf(site))
  const smtp = await startSmtpServer()
  onTestFinished(async () => smtp.close())
  await askFor(ADDRESS)
  const { db, now } = site.deps
  await db
    .updateTable('mails')
    .set({ next_try_at: new Date(now().getTime() + 900_000), attempts: 5 })
    .execute()
  const count = (await left()).length
  const send = async (url: string) => {
    vi.stubEnv('SMTP_URL', url)
    const complaints: string[] = []
    const isDone = await runCommandLine(['mails', 'send'], say, (line) => complaints.push(line))
    return { isDone, complaints }
  }
  const away = { isDone: false, complaints: [`Emails waiting: ${count} of ${count}. The mail server: ESOCKET.`] }
  expect(await send('smtp://127.0.0.1:9')).toEqual(away)
  expect(await send(smtp.url)).toEqual({ isDone: true, complaints: [] })
  expect(smtp.mails).toHaveLength(count)
  await send(smtp.url)
  expect(said).toEqual([`Emails no longer waiting: ${count}.`, 'No emails waiting.'])
})
