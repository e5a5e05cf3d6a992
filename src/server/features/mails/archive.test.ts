import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HIDDEN_LINK, type StaffMail } from '#shared/mails/staff.ts'
import { pathOf } from '#shared/contract.ts'
import * as mailCalls from '#shared/mails/staff-calls.ts'
import { previews } from '#server/emails/templates.ts'
import { staffInvitationMail } from '#server/emails/accounts.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, nextDay } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { sendFromOutbox } from '../../../../tests/support/outbox.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let staff: Browser
let manager: Browser

beforeAll(async () => {
  site = await createTestApp()
  staff = await createStaff(site)
  manager = await createStaff(site, 'manager')
})
beforeEach(async () => void (await site.deps.db.deleteFrom('mails').execute()))
afterAll(async () => site.close())

async function write(mail: object = {}): Promise<string> {
  const id = randomUUID()
  const data = { name: 'Ada', isByLink: true, siteUrl: 'https://www.example.com' }
  const row = { id, key: id, template: 'password-changed', recipient: 'ada@example.test', data: JSON.stringify(data), ...mail }
  await site.deps.db.insertInto('mails').values(row).execute()
  return id
}

const listed = async (query = ''): Promise<StaffMail[]> => (await manager.get(`${mailCalls.listMails.path}?${query}`)).json
const mailOf = async (id: string) => (await manager.get(pathOf(mailCalls.getMail, { id }))).json
const rows = async () => site.deps.db.selectFrom('mails').selectAll().orderBy('created_at').execute()

test('managers read emails and their recipients, by state; plain staff, visitors and customers read nothing', async () => {
  const now = new Date()
  const waiting = await write({ failure: 'ECONNREFUSED', attempts: 2 })
  const failed = await write({ failed_at: now, failure: 'the address was rejected' })
  const sent = await write({ sent_at: now })
  expect((await listed('state=waiting')).map(({ id }) => id)).toEqual([waiting])
  expect((await listed('state=failed')).map(({ id }) => id)).toEqual([failed])
  expect((await listed('state=sent')).map(({ id }) => id)).toEqual([sent])
  expect(await mailOf(waiting)).toMatchObject({ state: 'waiting', attempts: 2, failure: 'ECONNREFUSED', nextTryAt: expect.any(String) })
  expect(await mailOf(sent)).toMatchObject({
    subject: expect.stringContaining('password'),
    text: expect.stringContaining('Ada'),
    nextTryAt: null,
  })
  expect((await site.visitor().get(pathOf(mailCalls.getMail, { id: sent }))).status).toBe(401)
  for (const who of [staff, await createBuyer(site)]) {
    expect([(await who.get(pathOf(mailCalls.getMail, { id: sent }))).status, (await who.get(mailCalls.listMails.path)).status]).toEqual([
      403, 403,
    ])
  }
})

test('pages continue where the previous one ended; an address is found by part of it, a booking by its reference', async () => {
  for (let count = 0; count < 5; count += 1) await write({ recipient: `Grace+100%_${count}@Example.test` })
  const first = await listed('limit=3')
  const second = await listed(`limit=3&before=${first.at(-1)?.id}`)
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(5)
  expect((await listed('search=grace%2B100%25_3')).map(({ recipient }) => recipient)).toEqual(['Grace+100%_3@Example.test'])
  const buyer = await createBuyer(site)
  const { reference } = await bookAndPay(site, buyer, 1, nextDay())
  expect((await listed(`search=${reference.toLowerCase()}`))[0]?.booking?.reference).toBe(reference)
  expect((await manager.get(`${mailCalls.listMails.path}?search=ab`)).status).toBe(400)
})

test('staff never see a link that grants access, whether its email waits or has been sent', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const mail = staffInvitationMail(
    'nora@example.test',
    randomUUID(),
    { joinUrl: 'https://x.test/#/reset-password?token=geheim' },
    expiresAt,
  )
  await site.deps.db.transaction().execute((trx) => queueMail(trx, site.deps.queue, mail))
  const [{ id } = { id: '' }] = await listed()
  for (const moment of ['waiting', 'sent']) {
    const { text } = await manager.get(pathOf(mailCalls.getMail, { id }))
    expect([moment, text.includes('geheim'), text.includes(HIDDEN_LINK)]).toEqual([moment, false, true])
    await sendFromOutbox(site, async () => undefined, id)
  }
})

test('every kind of email with a personal link is shown to staff without it', async () => {
  for (const { name, data, mail } of previews) {
    const id = await write({ template: name, data: JSON.stringify(data) })
    const { text } = await mailOf(id)
    expect(text, name).not.toMatch(/token=|\/pay\//)
    expect(text?.split('\n')[0], 'and is otherwise as it was sent').toBe(mail().text.split('\n')[0])
  }
})

test('managers resend failed emails and copies of sent ones; plain staff send nothing', async () => {
  const failed = await write({ failed_at: new Date(), failure: 'the address was rejected' })
  expect((await staff.post(pathOf(mailCalls.resendMail, { id: failed }))).status).toBe(403)
  expect((await manager.post(pathOf(mailCalls.resendMail, { id: failed }))).status).toBe(200)
  expect(await rows()).toMatchObject([{ id: failed, failed_at: null, attempts: 0 }])
  await sendFromOutbox(site, async () => undefined, failed)
  await manager.post(pathOf(mailCalls.resendMail, { id: failed }))
  await manager.post(pathOf(mailCalls.resendMail, { id: failed }))
  const [, copy, ...more] = await rows()
  expect(more, 'twice within a minute it is sent once').toEqual([])
  expect(copy).toMatchObject({ sent_at: null, recipient: 'ada@example.test', template: 'password-changed' })
  expect(await mailOf(failed), 'the one that was sent stays').toMatchObject({ state: 'sent' })
  const entries = site.deps.db.selectFrom('audit_entries').select('subject_id').where('action', '=', 'email.resent')
  expect((await entries.execute()).map(({ subject_id }) => subject_id)).toEqual([failed, failed, failed])
})

test('a waiting email is tried at once; one whose link was erased is not sent again', async () => {
  const later = new Date(Date.now() + 600_000)
  const waiting = await write({ next_try_at: later, attempts: 3 })
  expect((await manager.post(pathOf(mailCalls.resendMail, { id: waiting }))).status).toBe(200)
  const [row] = await rows()
  expect(row?.next_try_at.getTime()).toBeLessThan(later.getTime())
  const link = await write({ sent_at: new Date(), expires_at: later })
  expect((await manager.post(pathOf(mailCalls.resendMail, { id: link }))).json).toMatchObject({ statusCode: 410, code: 'link_spent' })
  expect((await manager.post(pathOf(mailCalls.resendMail, { id: randomUUID() }))).status).toBe(404)
})
