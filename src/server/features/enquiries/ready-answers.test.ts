import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReadyAnswer } from '#shared/enquiries/staff.ts'
import { pathOf } from '#shared/contract.ts'
import * as enquiryCalls from '#shared/enquiries/staff-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let staff: Browser
let manager: Browser

beforeAll(async () => {
  site = await createTestApp()
  staff = await createStaff(site)
  manager = await createStaff(site, 'manager')
})
afterAll(async () => site.close())

const listed = async (): Promise<ReadyAnswer[]> => (await staff.get(enquiryCalls.listReadyAnswers.path)).json
const named = async (name: string) => (await listed()).find((answer) => answer.name === name)

test('all staff can read the demo’s saved replies, and managers can change them', async () => {
  const demo = await listed()
  expect(demo.length).toBeGreaterThan(3)
  expect(demo.map(({ name }) => name)).toEqual(demo.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b)))
  const id = randomUUID()
  const body = { id, name: 'Parking', text: 'Behind the office.' }
  expect((await staff.post(enquiryCalls.addReadyAnswer.path, body)).status).toBe(403)
  for (const status of [200, 200])
    expect((await manager.post(enquiryCalls.addReadyAnswer.path, body)).status, 'the same twice').toBe(status)
  expect(await named('Parking')).toEqual({ id, name: 'Parking', text: 'Behind the office.', version: 1 })
  expect((await staff.delete(pathOf(enquiryCalls.deleteReadyAnswer, { id }))).status).toBe(403)
  expect((await manager.delete(pathOf(enquiryCalls.deleteReadyAnswer, { id }))).status).toBe(200)
  expect(await named('Parking')).toBeUndefined()
  const entries = site.deps.db.selectFrom('audit_entries').select(['action', 'after']).where('subject_id', '=', id).orderBy('id')
  expect(await entries.execute()).toEqual([
    { action: 'ready_answer.written', after: { version: 1 } },
    { action: 'ready_answer.deleted', after: null },
  ])
})

test('refuses the second of two simultaneous changes to a saved reply, and a name that is already taken', async () => {
  const id = randomUUID()
  const body = { name: 'Luggage', text: 'One bag each.' }
  await manager.post(enquiryCalls.addReadyAnswer.path, { ...body, id })
  expect((await manager.put(pathOf(enquiryCalls.changeReadyAnswer, { id }), { ...body, text: 'Two bags each.', version: 1 })).status).toBe(
    200,
  )
  const late = await manager.put(pathOf(enquiryCalls.changeReadyAnswer, { id }), { ...body, text: 'No bags.', version: 1 })
  expect([late.status, late.json.code]).toEqual([409, 'answer_changed'])
  const same = await manager.post(enquiryCalls.addReadyAnswer.path, { ...body, id: randomUUID(), name: 'LUGGAGE' })
  expect([same.status, same.json.issues]).toEqual([400, [{ path: 'name', message: 'Another saved reply has this name' }]])
})
