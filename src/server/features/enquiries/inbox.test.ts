import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StaffEnquiry } from '#shared/enquiries/staff.ts'
import { pathOf } from '#shared/contract.ts'
import * as contactCalls from '#shared/enquiries/calls.ts'
import * as enquiryCalls from '#shared/enquiries/staff-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createBuyer } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let staff: Browser

beforeAll(async () => {
  site = await createTestApp({ ENQUIRIES_PER_ADDRESS: '1000' })
  staff = await createStaff(site)
})
afterAll(async () => site.close())

async function enquire(message: string): Promise<void> {
  const body = { key: randomUUID(), name: 'Ada Byron', email: 'ada@example.test', phone: '', subject: 'Tours', message, homepage: '' }
  expect((await site.visitor().post(contactCalls.sendEnquiry.path, body)).status).toBe(201)
}

const listed = async (query = ''): Promise<StaffEnquiry[]> => (await staff.get(`${enquiryCalls.listEnquiries.path}?${query}`)).json

test('an enquiry is open until it is marked as answered, and can be reopened', async () => {
  await enquire('Is there a tour in May?')
  const [open] = await listed()
  expect(open).toEqual({
    id: expect.any(String),
    name: 'Ada Byron',
    email: 'ada@example.test',
    phone: '',
    subject: 'Tours',
    message: 'Is there a tour in May?',
    writtenAt: expect.stringMatching(/^20.+Z$/),
    answered: null,
    closedReason: null,
  })
  const { id = '' } = open ?? {}
  const other = await createStaff(site, 'manager')
  expect((await staff.post(pathOf(enquiryCalls.answerEnquiry, { id }))).status).toBe(200)
  expect((await other.post(pathOf(enquiryCalls.answerEnquiry, { id }))).status, 'the first of two is the one who has').toBe(200)
  expect(await listed()).toEqual([])
  const { id: staffId } = await site.deps.db.selectFrom('users').select('id').where('email', '=', staff.email).executeTakeFirstOrThrow()
  expect((await listed('state=answered'))[0]?.answered?.by).toEqual({ id: staffId, name: 'Sam Staff' })
  await other.post(pathOf(enquiryCalls.reopenEnquiry, { id }))
  expect((await listed())[0]?.answered).toBeNull()
  const entries = site.deps.db.selectFrom('audit_entries').select('action').where('subject_id', '=', id).orderBy('id')
  expect((await entries.execute()).map(({ action }) => action)).toEqual(['enquiry.answered', 'enquiry.reopened'])
})

test('lists the inbox in pages, the oldest open and the latest answered first, without any other email', async () => {
  await site.deps.db.deleteFrom('mails').execute()
  await createBuyer(site)
  for (let count = 1; count <= 5; count += 1) await enquire(`Enquiry number ${count}`)
  const first = await listed('limit=3')
  const second = await listed(`limit=3&before=${first.at(-1)?.id}`)
  const open = [...first, ...second]
  expect(open.map(({ message }) => message)).toEqual([1, 2, 3, 4, 5].map((count) => `Enquiry number ${count}`))
  for (const { id } of open) await staff.post(pathOf(enquiryCalls.answerEnquiry, { id }))
  const latest = await listed('state=answered&limit=3')
  const rest = await listed(`state=answered&limit=3&before=${latest.at(-1)?.id}`)
  expect([...latest, ...rest].map(({ message }) => message)).toEqual([5, 4, 3, 2, 1].map((count) => `Enquiry number ${count}`))
})

test('visitors get 401, customers 403, and an unknown enquiry 404', async () => {
  expect((await site.visitor().get(enquiryCalls.listEnquiries.path)).status).toBe(401)
  expect((await (await createBuyer(site)).get(enquiryCalls.listEnquiries.path)).status).toBe(403)
  const id = randomUUID()
  await site.deps.db.insertInto('mails').values({ id, key: id, template: 'password-changed', recipient: 'a@b.test', data: '{}' }).execute()
  expect((await staff.post(pathOf(enquiryCalls.answerEnquiry, { id }))).status).toBe(404)
  expect((await staff.get(`${enquiryCalls.listEnquiries.path}?state=lost`)).status).toBe(400)
})

test('finds an enquiry by its writer, however the name is typed', async () => {
  await site.deps.db.deleteFrom('mails').execute()
  const body = { phone: '', subject: 'Tool Hire', message: 'Is the drill free?', homepage: '' }
  for (const [name, email] of [
    ['Siobhán O’Brien-Łukasz', 'post@first.test'],
    ['Ada Byron', 'ada@bücher.example'],
  ])
    expect((await site.visitor().post(contactCalls.sendEnquiry.path, { ...body, key: randomUUID(), name, email })).status).toBe(201)
  const found = async (search: string) => (await listed(`search=${encodeURIComponent(search)}`)).map(({ name }) => name)
  for (const search of ['obrien', "O'Brien", 'lukasz siobhan', 'Ｓｉｏｂｈａｎ', 'Siohban', 'post@first.test', 'tool hire brien'])
    expect(await found(search), search).toEqual(['Siobhán O’Brien-Łukasz'])
  expect(await found('xn--bcher-kva')).toEqual(['Ada Byron'])
  expect(await found('nobody like this')).toEqual([])
  expect(await listed('search=')).toHaveLength(2)
})
