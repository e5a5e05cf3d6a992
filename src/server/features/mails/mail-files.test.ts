import { randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as contactCalls from '#shared/enquiries/calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { createMailer } from '#server/lib/mailer.ts'
import { bookAndPay, inDays, passTime } from '../../../../tests/support/buyers.ts'
import { sendFromOutbox } from '../../../../tests/support/outbox.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { tidyMails } from './jobs.ts'

// The privacy page's promises about emails also hold for the files that replace a mail server.

const DAY_SECONDS = 24 * 60 * 60
let site: TestApp

// One site per test, since they move the clock.
beforeEach(async () => {
  site = await createTestApp()
})
afterEach(async () => site.close())

const folder = () => path.join(site.deps.config.DATA_DIR, 'mails')
const files = async () => (await readdir(folder())).toSorted()

async function filesOf(template: string): Promise<string[]> {
  const rows = await site.deps.db.selectFrom('mails').select('id').where('template', '=', template).execute()
  return rows.map(({ id }) => `${id}.eml`)
}

async function sendAll(): Promise<void> {
  const send = createMailer(site.deps.config, site.app.log)
  const waiting = await site.deps.db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()
  for (const { id } of waiting) await sendFromOutbox(site, send, id)
}

async function enquire(email: string): Promise<void> {
  const body = { key: randomUUID(), name: 'Ada Byron', email, phone: '', subject: 'Tool Hire', message: 'Is the drill free?', homepage: '' }
  expect((await site.visitor().post(contactCalls.sendEnquiry.path, body)).status).toBe(201)
}

async function passDays(count: number): Promise<void> {
  await passTime(site, count * DAY_SECONDS)
  await tidyMails(site.deps)
}

test('a file is kept as long as the email: thirty days, or half a year after a booking’s day', async () => {
  const person = await site.customer()
  await bookAndPay(site, person, 1, inDays(site, 60))
  await enquire('somebody@example.test')
  await sendAll()
  const both = [...(await filesOf('booking-confirmed')), ...(await filesOf('enquiry-received'))].toSorted()
  expect(both).toHaveLength(2)
  expect(await files()).toEqual(both)
  await passDays(29)
  expect(await files()).toEqual(both)
  await passDays(2)
  expect(await files()).toEqual(await filesOf('booking-confirmed'))
  await passDays(211)
  expect(await files()).toEqual([])
})

test('a deleted account takes the files of its emails and enquiries with it at once, and the farewell within two days', async () => {
  await enquire('somebody@example.test')
  await sendAll()
  const others = await files()
  const person = await site.customer()
  await site.deps.db.updateTable('users').set({ email_confirmed_at: site.deps.now() }).where('email', '=', person.email).execute()
  const { id } = await bookAndPay(site, person, 1, inDays(site, 60))
  await enquire(person.email)
  await sendAll()
  expect(await files()).toHaveLength(3)
  // A past journey does not prevent the deletion.
  await site.deps.db
    .updateTable('bookings')
    .set({ starts_on: inDays(site, -1) })
    .where('id', '=', id)
    .execute()
  expect((await person.post(securityCalls.deleteAccount.path, { password: 'password1' })).status).toBe(200)
  expect(await files()).toEqual(others)
  await sendAll()
  expect(await files()).toEqual([...others, ...(await filesOf('account-deleted'))].toSorted())
  await passDays(2)
  expect(await files()).toEqual(others)
})

test('files that are not our emails, or are less than a day old, are left alone', async () => {
  await passDays(31)
  const old = new Date(site.deps.now().getTime() - 2 * DAY_SECONDS * 1000)
  await mkdir(folder(), { recursive: true })
  for (const name of ['notes.txt', `${randomUUID()}.eml`, `${randomUUID()}.eml.new`]) {
    await writeFile(path.join(folder(), name), '')
    await utimes(path.join(folder(), name), old, old)
  }
  const young = `${randomUUID()}.eml`
  await writeFile(path.join(folder(), young), '')
  await utimes(path.join(folder(), young), site.deps.now(), site.deps.now())
  await tidyMails(site.deps)
  expect(await files()).toEqual([young, 'notes.txt'].toSorted())
})
