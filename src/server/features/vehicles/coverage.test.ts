import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_IMPORT } from '#shared/vehicles/coverage.ts'
import { pathOf } from '#shared/contract.ts'
import * as staffVehicleCalls from '#shared/vehicles/staff-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createBuyer } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let manager: Browser
let mover: Browser

beforeAll(async () => {
  site = await createTestApp()
  manager = await createStaff(site, 'manager')
  mover = await createBuyer(site)
})
afterAll(async () => site.close())

const add = async (...areas: { code: string; name: string }[]) => manager.post(staffVehicleCalls.addAreas.path, { areas })
const areaOf = async (code: string) =>
  ((await manager.get(staffVehicleCalls.listAreas.path)).json as { code: string }[]).find((area) => area.code === code)
const isServed = async (pincode: string) =>
  (await mover.post(vehicleCalls.checkPincodes.path, { pickup: pincode, drop: 'SW1A 1AA' })).json.status
const entriesAbout = async (code: string) => {
  const entries = site.deps.db
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_kind', '=', 'area')
    .where('subject_id', '=', code)
  return (await entries.orderBy('id').execute()).map(({ action }) => action)
}

test('an area is served from when it is added until it is switched off, and each step is audited', async () => {
  expect(await isServed('ZE1 0AA')).toBe('unavailable')
  expect((await add({ code: 'ze1', name: 'Lerwick' })).json).toEqual({ added: 1, activated: 0, known: 0 })
  expect(await isServed('ZE1 0AA')).toBe('success')
  expect((await manager.post(pathOf(staffVehicleCalls.deactivateArea, { id: 'ZE1' }))).status).toBe(200)
  expect((await manager.post(pathOf(staffVehicleCalls.deactivateArea, { id: 'ZE1' }))).status, 'asked twice it is done once').toBe(200)
  expect(await isServed('ZE1 0AA')).toBe('unavailable')
  expect(await areaOf('ZE1')).toEqual({ code: 'ZE1', name: 'Lerwick', isActive: false })
  expect((await manager.post(pathOf(staffVehicleCalls.activateArea, { id: 'ZE1' }))).status).toBe(200)
  expect(await isServed('ZE1 0AA')).toBe('success')
  expect(await entriesAbout('ZE1')).toEqual(['area.added', 'area.deactivated', 'area.activated'])
})

test('adding a list reports how many areas were new, reactivated and already known', async () => {
  await add({ code: 'HS1', name: 'Stornoway' }, { code: 'HS2', name: 'Lewis' })
  await manager.post(pathOf(staffVehicleCalls.deactivateArea, { id: 'HS2' }))
  const list = ['HS1', 'HS2', 'HS3', 'HS3'].map((code) => ({ code, name: `Another name of ${code}` }))
  expect((await add(...list)).json).toEqual({ added: 1, activated: 1, known: 1 })
  expect(await areaOf('HS1')).toMatchObject({ name: 'Stornoway' })
  expect(await areaOf('HS2')).toMatchObject({ name: 'Lewis', isActive: true })
})

test('the longest permitted list is accepted in full', async () => {
  const codes = Array.from({ length: 36 }, (_, index) => index.toString(36).toUpperCase())
  const areas = codes.flatMap((last) =>
    Array.from({ length: 10 }, (_, digit) => ({ code: `XX${digit}${last}`, name: 'A place with a long name, '.repeat(3) })),
  )
  expect((await add(...areas)).json.added).toBe(360)
})

test('two simultaneous lists add each area once', async () => {
  const areas = Array.from({ length: 9 }, (_, index) => ({ code: `KW${index + 1}`, name: 'Orkney' }))
  const answers = await Promise.all([add(...areas), add(...areas.toReversed())])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.reduce((sum, { json }) => sum + json.added, 0)).toBe(9)
  expect(await entriesAbout('KW5')).toEqual(['area.added'])
})

test.each([
  [{ code: 'ZE1 0AA', name: 'A whole postcode' }],
  [{ code: '1', name: 'No letter' }],
  [{ code: 'ABC', name: 'Three letters' }],
  [{ code: 'ZE2', name: ' ' }],
])('%o is refused as an area', async (area) => {
  expect((await add(area)).status).toBe(400)
})

test('empty and too long lists are refused; plain staff only read, customers and visitors not even that', async () => {
  expect((await add()).status).toBe(400)
  expect((await add(...Array.from({ length: MAX_IMPORT + 1 }, () => ({ code: 'ZE1', name: 'Lerwick' })))).status).toBe(400)
  const staff = await createStaff(site)
  expect((await staff.get(staffVehicleCalls.listAreas.path)).status).toBe(200)
  expect((await staff.post(staffVehicleCalls.addAreas.path, { areas: [{ code: 'ZE3', name: 'Sumburgh' }] })).status).toBe(403)
  expect((await staff.post(pathOf(staffVehicleCalls.deactivateArea, { id: 'SW' }))).status).toBe(403)
  expect((await mover.get(staffVehicleCalls.listAreas.path)).status).toBe(403)
  expect((await site.visitor().get(staffVehicleCalls.listAreas.path)).status).toBe(401)
  expect((await manager.post(pathOf(staffVehicleCalls.deactivateArea, { id: 'ZZ9' }))).status).toBe(404)
})
