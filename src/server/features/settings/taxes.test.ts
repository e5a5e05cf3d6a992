import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as auditCalls from '#shared/audit/staff-calls.ts'
import type { StaffAuditEntry } from '#shared/audit/staff.ts'
import { pathOf } from '#shared/contract.ts'
import * as settingsCalls from '#shared/settings/staff-calls.ts'
import type { TaxCategory } from '#shared/settings/taxes.ts'
import { getTour } from '#shared/tours/calls.ts'
import { duplicateTour, editTour, getStaffTour } from '#shared/tours/staff-calls.ts'
import * as staffVehicleCalls from '#shared/vehicles/staff-calls.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()
const [admin, manager, staff] = [await createStaff(site, 'admin'), await createStaff(site, 'manager'), await createStaff(site)]
const TOUR = 'kyoto-temples-and-tea'

const listed = async (): Promise<TaxCategory[]> => (await staff.get(settingsCalls.listTaxCategories.path)).json
const find = async (id: string) => (await listed()).find((category) => category.id === id)

async function add(name: string, more: object = {}): Promise<string> {
  const id = randomUUID()
  const body = { id, name, accountKey: '3', rateBasisPoints: 1900, ...more }
  expect((await admin.post(settingsCalls.listTaxCategories.path, body)).status).toBe(200)
  return id
}

async function giveTour(taxCategoryId: string | null) {
  const { version, fields } = (await manager.get(pathOf(getStaffTour, { id: TOUR }))).json
  return manager.put(pathOf(editTour, { id: TOUR }), { version, fields: { ...fields, taxCategoryId } })
}

async function giveService(taxCategoryId: string | null) {
  const [service] = (await manager.get(staffVehicleCalls.listServices.path)).json
  const { id, isActive: _active, currency: _currency, openRequests: _open, unpaidRequests: _unpaid, ...values } = service
  return { id, answer: await manager.put(pathOf(staffVehicleCalls.changeService, { id }), { ...values, taxCategoryId }) }
}

test('administrators keep the tax categories, everybody who works here reads them, and the audit has each change', async () => {
  expect(await listed()).toEqual([])
  const id = await add('Standard')
  const same = { id, name: 'Standard', accountKey: '3', rateBasisPoints: 1900 }
  expect((await admin.post(settingsCalls.listTaxCategories.path, same)).status, 'the same twice').toBe(200)
  expect(await listed()).toEqual([{ ...same, isActive: true, version: 1 }])
  const change = { version: 1, name: 'Standard rate', accountKey: '', isActive: false }
  for (const who of [staff, manager]) {
    expect((await who.post(settingsCalls.listTaxCategories.path, same)).status).toBe(403)
    expect((await who.put(pathOf(settingsCalls.changeTaxCategory, { id }), change)).status).toBe(403)
    expect((await who.delete(pathOf(settingsCalls.changeTaxCategory, { id }))).status).toBe(403)
  }
  expect((await admin.put(pathOf(settingsCalls.changeTaxCategory, { id }), change)).status).toBe(200)
  expect(await find(id)).toEqual({ ...same, name: 'Standard rate', accountKey: '', isActive: false, version: 2 })
  expect((await admin.put(pathOf(settingsCalls.changeTaxCategory, { id }), { ...change, name: 'Late' })).json).toMatchObject({
    code: 'settings_changed',
  })
  expect((await admin.delete(pathOf(settingsCalls.changeTaxCategory, { id }))).status).toBe(200)
  expect((await admin.delete(pathOf(settingsCalls.changeTaxCategory, { id }))).status).toBe(404)
  const entries = (await admin.get(`${auditCalls.listAudit.path}?subject=${id}&only=deeds`)).json as StaffAuditEntry[]
  expect(entries.map(({ action, before, after, texts }) => [action, before, after, texts])).toEqual([
    [
      'tax_category.deleted',
      { rateBasisPoints: 1900, isActive: false, version: 2 },
      null,
      { name: { before: 'Standard rate', after: '' } },
    ],
    [
      'tax_category.changed',
      { rateBasisPoints: 1900, isActive: true, version: 1 },
      { rateBasisPoints: 1900, isActive: false, version: 2 },
      { name: { before: 'Standard', after: 'Standard rate' }, accountKey: { before: '3', after: '' } },
    ],
    [
      'tax_category.added',
      null,
      { rateBasisPoints: 1900, version: 1 },
      { name: { before: '', after: 'Standard' }, accountKey: { before: '', after: '3' } },
    ],
  ])
})

test('a name is in use once, and free again when its category is not', async () => {
  const id = await add('Reduced', { rateBasisPoints: 700 })
  const body = { id: randomUUID(), name: 'REDUCED', accountKey: '', rateBasisPoints: 500 }
  expect((await admin.post(settingsCalls.listTaxCategories.path, body)).json.issues).toEqual([
    { path: 'name', message: 'Another active tax category has this name' },
  ])
  const off = { version: 1, name: 'Reduced', accountKey: '3', isActive: false }
  await admin.put(pathOf(settingsCalls.changeTaxCategory, { id }), off)
  expect((await admin.post(settingsCalls.listTaxCategories.path, body)).status).toBe(200)
  expect(
    (await admin.put(pathOf(settingsCalls.changeTaxCategory, { id }), { ...off, version: 2, isActive: true })).status,
    'taken meanwhile',
  ).toBe(400)
})

test('a tour and a service keep a category that is no longer in use, which cannot be deleted or given to others', async () => {
  const [id, other] = [await add('Margin scheme'), await add('Exempt', { rateBasisPoints: 0 })]
  const saved = await giveTour(id)
  expect(saved.json.fields.taxCategoryId).toBe(id)
  expect(saved.json.changes[0].fields).toEqual(['taxCategoryId'])
  const { id: serviceId, answer } = await giveService(other)
  expect(answer.status).toBe(200)
  for (const used of [id, other])
    expect((await admin.delete(pathOf(settingsCalls.changeTaxCategory, { id: used }))).json).toMatchObject({ code: 'tax_category_used' })
  await admin.put(pathOf(settingsCalls.changeTaxCategory, { id }), { version: 1, name: 'Margin scheme', accountKey: '3', isActive: false })
  expect((await manager.post(pathOf(duplicateTour, { id: TOUR }))).json.fields.taxCategoryId, 'a copy has it too').toBe(id)
  const issues = [{ path: 'taxCategoryId', message: 'This tax category is no longer in use' }]
  expect((await giveService(id)).answer.json).toMatchObject({ statusCode: 400, issues })
  expect((await giveTour(randomUUID())).json).toMatchObject({ statusCode: 400, issues })
  expect((await giveTour(null)).json.fields.taxCategoryId).toBeNull()
  const services = (await manager.get(staffVehicleCalls.listServices.path)).json as { id: string; taxCategoryId: string | null }[]
  expect(services.find((service) => service.id === serviceId)?.taxCategoryId).toBe(other)
  const traveller = JSON.stringify((await site.visitor().get(pathOf(getTour, { id: TOUR }))).json)
  expect(traveller.toLowerCase()).not.toContain('tax')
})

test.each([{ rateBasisPoints: 19.5 }, { rateBasisPoints: -1 }, { rateBasisPoints: 10_001 }, { accountKey: '12345678901' }, { name: ' ' }])(
  'what makes no sense is refused: %j',
  async (wrong) => {
    const body = { id: randomUUID(), name: 'Wrong', accountKey: '', rateBasisPoints: 0, ...wrong }
    expect((await admin.post(settingsCalls.listTaxCategories.path, body)).status).toBe(400)
  },
)
