import { expect, test } from 'vitest'
import type { StaffAuditEntry } from '#shared/audit/staff.ts'
import { pathOf } from '#shared/contract.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import * as staffVehicleCalls from '#shared/vehicles/staff-calls.ts'
import * as auditCalls from '#shared/audit/staff-calls.ts'
import type { StaffService } from '#shared/vehicles/staff.ts'
import { createBuyer } from '../../../../tests/support/buyers.ts'
import { askForQuote, bookBody, createStaff, SERVICE } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()
const manager = await createStaff(site, 'manager')
const mover = await createBuyer(site)

async function serviceOf(id = SERVICE): Promise<StaffService> {
  const services: StaffService[] = (await manager.get(staffVehicleCalls.listServices.path)).json
  return services.find((service) => service.id === id) as StaffService
}

async function change(changes: Partial<StaffService>, seen?: StaffService, who = manager) {
  const {
    id,
    isActive: _isActive,
    currency: _currency,
    openRequests: _open,
    unpaidRequests: _unpaid,
    ...values
  } = seen ?? (await serviceOf())
  return who.put(pathOf(staffVehicleCalls.changeService, { id }), { ...values, ...changes })
}

test('a new price applies from the next request on: one at the old price gets 409 with the right one, and existing requests keep theirs', async () => {
  const { id } = await askForQuote(site)
  const before = await serviceOf()
  expect([before.openRequests, before.unpaidRequests]).toEqual([1, 0])
  expect((await change({ price: 25_000, perFloor: 1000.5 })).status).toBe(200)
  const late = await mover.post(vehicleCalls.requestQuote.path, bookBody())
  // 25,000 plus three floors at 1,000.50 and two helpers at 3,600.
  expect(late.json).toMatchObject({ statusCode: 409, code: 'price_changed', quote: { basePrice: 25_000, total: 35_201.5 } })
  expect(
    (await manager.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 3_480_000 })).status,
    'at the estimate that was given',
  ).toBe(200)
  expect(await serviceOf()).toMatchObject({ openRequests: 1, unpaidRequests: 1 })
  const entries = site.deps.db.selectFrom('audit_entries').select(['before', 'after']).where('action', '=', 'service.changed')
  expect(await entries.execute()).toEqual([
    {
      before: { baseCents: 2_490_000, perFloorCents: 90_000 },
      after: { baseCents: 2_500_000, perFloorCents: 100_050, version: before.version + 1 },
    },
  ])
  await change({ price: before.price, perFloor: before.perFloor })
})

test('a changed text is audited with its old and new value', async () => {
  const before = await serviceOf()
  expect((await change({ description: 'Two people and a van' })).status).toBe(200)
  const [entry] = (await manager.get(`${auditCalls.listAudit.path}?action=service.changed&limit=1`)).json as StaffAuditEntry[]
  expect(entry?.texts).toEqual({ description: { before: before.description, after: 'Two people and a van' } })
  await change({ description: before.description })
})

test('when two people change a service, the second is told who changed what', async () => {
  const seen = await serviceOf()
  const other = await createStaff(site, 'admin')
  const refundPolicy = { ...seen.refundPolicy, partialRefundPercentage: 40 }
  expect((await change({ refundPolicy, name: 'A flat move' }, seen, other)).status).toBe(200)
  const late = await change({ price: 1 }, seen)
  expect(late.json).toMatchObject({
    statusCode: 409,
    code: 'service_changed',
    message: expect.stringMatching(/^Sam Staff has just changed the refund policy and the texts/),
  })
  expect(await serviceOf()).toMatchObject({ price: seen.price, name: 'A flat move', refundPolicy })
  const unchanged = await serviceOf()
  expect((await change({}, unchanged)).status, 'nothing is no change').toBe(200)
  expect((await serviceOf()).version).toBe(unchanged.version)
})

test('a service that is no longer offered cannot be requested, and existing requests continue', async () => {
  expect((await manager.post(pathOf(staffVehicleCalls.deactivateService, { id: 'piano-and-fine-art' }))).status).toBe(200)
  const offered = async () => ((await mover.get(vehicleCalls.listServiceTypes.path)).json as { id: string }[]).map(({ id }) => id)
  expect(await offered()).not.toContain('piano-and-fine-art')
  expect((await mover.post(vehicleCalls.requestQuote.path, bookBody({ serviceTypeId: 'piano-and-fine-art' }))).status).toBe(404)
  expect(await serviceOf('piano-and-fine-art')).toMatchObject({ isActive: false })
  await manager.post(pathOf(staffVehicleCalls.activateService, { id: 'piano-and-fine-art' }))
  expect(await offered()).toContain('piano-and-fine-art')
})

test.each([
  { price: 0 },
  { price: -1 },
  { price: 10.005 },
  { price: 2_000_000 },
  { perHelper: -1 },
  { name: ' ' },
  { refundPolicy: { fullRefundDays: 3, partialRefundDays: 7, partialRefundPercentage: 50 } },
  { refundPolicy: { fullRefundDays: 7, partialRefundDays: 3, partialRefundPercentage: 101 } },
])('%o is refused', async (changes) => {
  expect((await change(changes)).status).toBe(400)
})

test('plain staff only read services; customers and visitors not even that', async () => {
  const staff = await createStaff(site)
  expect((await staff.get(staffVehicleCalls.listServices.path)).status).toBe(200)
  expect((await change({ price: 1 }, undefined, staff)).status).toBe(403)
  expect((await staff.post(pathOf(staffVehicleCalls.deactivateService, { id: SERVICE }))).status).toBe(403)
  expect((await mover.get(staffVehicleCalls.listServices.path)).status).toBe(403)
  expect((await site.visitor().get(staffVehicleCalls.listServices.path)).status).toBe(401)
  expect((await manager.post(pathOf(staffVehicleCalls.deactivateService, { id: 'none' }))).status).toBe(404)
})
