import { afterAll, beforeAll, expect, test } from 'vitest'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { createBuyer } from '../../../../tests/support/buyers.ts'
import { draftOf } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

test('a draft is kept for its owner only, across devices and sessions', async () => {
  const mover = await createBuyer(site)
  expect((await mover.get(vehicleCalls.getDraft.path)).json).toEqual({ version: 0, draft: null, photos: [] })
  expect((await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf() })).json).toEqual({ version: 1 })
  expect((await mover.get(vehicleCalls.getDraft.path)).json).toEqual({ version: 1, draft: draftOf(), photos: [] })
  const other = await createBuyer(site)
  expect((await other.get(vehicleCalls.getDraft.path)).json.draft).toBeNull()
})

test('a half-filled draft gets defaults and is never refused for being unfinished', async () => {
  const mover = await createBuyer(site)
  expect((await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: {} })).status).toBe(200)
  expect((await mover.get(vehicleCalls.getDraft.path)).json.draft).toMatchObject({ step: 1, items: [], contact: { name: '' } })
})

test('a window that has not seen the newest version cannot overwrite it', async () => {
  const mover = await createBuyer(site)
  await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf({ step: 2 }) })
  const late = await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf({ step: 5 }) })
  expect(late.json).toMatchObject({ statusCode: 409, code: 'draft_changed' })
  expect((await mover.get(vehicleCalls.getDraft.path)).json).toMatchObject({ version: 1, draft: { step: 2 } })
})

test('the same save repeated after a lost response is no conflict', async () => {
  const mover = await createBuyer(site)
  await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf() })
  const again = await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf() })
  expect([again.status, again.json]).toEqual([200, { version: 1 }])
})

test('of twenty simultaneous saves over one version, exactly one is kept', async () => {
  const mover = await createBuyer(site)
  const saves = Array.from({ length: 20 }, (_, index) =>
    mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf({ helpers: index }) }),
  )
  const answers = await Promise.all(saves)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ json }) => json.code === 'draft_changed')).toHaveLength(19)
})

test('a save whose session has ended is refused and goes through after signing in again', async () => {
  const mover = await site.customer('Ada Draft')
  const cookies = [...mover.cookies]
  mover.cookies.clear()
  expect((await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf() })).json).toMatchObject({ statusCode: 401 })
  for (const [name, value] of cookies) mover.cookies.set(name, value)
  expect((await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf() })).status).toBe(200)
})

test.each([
  ['a step that there is not', { step: 7 }],
  ['a text without end', { movingDate: 'x'.repeat(41) }],
  ['a negative floor', { pickupFloor: -1 }],
])('%s is refused', async (_what, wrong) => {
  const mover = await createBuyer(site)
  expect((await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: { ...draftOf(), ...wrong } })).status).toBe(400)
})
