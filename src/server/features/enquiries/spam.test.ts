import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import * as contactCalls from '#shared/enquiries/calls.ts'
import * as enquiryCalls from '#shared/enquiries/staff-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createBuyer } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { eraseEnquiriesFrom } from './personal-data.ts'
import { forgetOldSpam, keepSpam } from './spam.ts'

let site: TestApp
let staff: Browser

beforeAll(async () => {
  site = await createTestApp({ ENQUIRIES_PER_ADDRESS: '1000' })
  staff = await createStaff(site)
})
afterAll(async () => site.close())

const form = (message: string) => ({
  key: randomUUID(),
  name: 'Ada Byron',
  email: 'ada@example.test',
  phone: '',
  subject: 'Tours',
  message,
  homepage: 'https://filled.example',
})
const send = async (body: object) => (await site.visitor().post(contactCalls.sendEnquiry.path, body)).status
const folder = async (who = staff) => (await who.get(enquiryCalls.listSpam.path)).json
const messages = async () => (await folder()).map(({ message }: { message: string }) => message)
const inbox = async () => (await staff.get(enquiryCalls.listEnquiries.path)).json

test('a message with the hidden field filled in appears in the spam folder once, is not emailed and needs no answer', async () => {
  const body = form('A password manager filled in a field.')
  for (let time = 0; time < 2; time++) expect(await send(body)).toBe(201)
  expect(await folder()).toEqual([
    {
      id: expect.any(String),
      name: 'Ada Byron',
      email: 'ada@example.test',
      phone: '',
      subject: 'Tours',
      message: 'A password manager filled in a field.',
      writtenAt: expect.stringMatching(/^20.+Z$/),
    },
  ])
  expect(await inbox()).toEqual([])
  expect(await site.deps.db.selectFrom('mails').select('id').where('template', '=', 'enquiry-received').execute()).toEqual([])
})

test('a message marked as no spam becomes an enquiry, is emailed to the agency once, and is still one when the form is sent again', async () => {
  const body = form('Really, it is me.')
  await send(body)
  const [{ id }] = await folder()
  const released = await Promise.all([
    staff.post(pathOf(enquiryCalls.releaseSpam, { id })),
    staff.post(pathOf(enquiryCalls.releaseSpam, { id })),
  ])
  expect(released.map(({ status }) => status).toSorted()).toEqual([200, 404])
  const [enquiry] = await inbox()
  expect(enquiry).toMatchObject({ message: 'Really, it is me.', answered: null })
  const mail = site.deps.db.selectFrom('mails').select(['id', 'sent_at', 'failed_at']).where('template', '=', 'enquiry-received')
  expect(await mail.execute(), 'queued').toEqual([{ id: enquiry.id, sent_at: null, failed_at: null }])
  await send(body)
  expect(await messages()).not.toContain('Really, it is me.')
  const entry = site.deps.db.selectFrom('audit_entries').select('subject_id').where('action', '=', 'enquiry.not_spam')
  expect(await entry.execute()).toEqual([{ subject_id: enquiry.id }])
})

test('stores the newest five hundred messages of a flood for thirty days', async () => {
  const { db, now } = site.deps
  await db.transaction().execute(async (trx) => {
    for (let count = 1; count <= 505; count++) {
      await keepSpam(trx, { key: `flood-${count}`, data: form(`Flood ${count}`) }, new Date(now().getTime() + count))
    }
  })
  const { count } = await db
    .selectFrom('spam_enquiries')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect([Number(count), (await messages())[0], (await messages()).length]).toEqual([500, 'Flood 505', 200])
  const days = (many: number) => new Date(now().getTime() + many * 24 * 3_600_000)
  await forgetOldSpam(db, days(29))
  expect(await messages()).toHaveLength(200)
  await forgetOldSpam(db, days(31))
  expect(await messages()).toEqual([])
})

test('spam is deleted with the other enquiries from its address', async () => {
  await send(form('Please forget me.'))
  await site.deps.db.transaction().execute(async (trx) => eraseEnquiriesFrom(trx, 'ADA@example.test'))
  expect(await messages()).toEqual([])
})

test('only staff can open the spam folder', async () => {
  const statuses = await Promise.all(
    [site.visitor(), await createBuyer(site)].map(async (who) => (await who.get(enquiryCalls.listSpam.path)).status),
  )
  expect(statuses).toEqual([401, 403])
  expect((await staff.post(pathOf(enquiryCalls.releaseSpam, { id: 'nonsense' }))).status).toBe(404)
})
