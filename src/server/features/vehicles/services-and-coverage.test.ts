import { afterAll, beforeAll, expect, test } from 'vitest'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { createBuyer } from '../../../../tests/support/buyers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

test('services are a bare array with exactly the specified fields, their currency and refund policy', async () => {
  const mover = await createBuyer(site)
  const { json } = await mover.get(vehicleCalls.listServiceTypes.path)
  expect(json).toHaveLength(6)
  expect(json[1]).toEqual({
    id: 'flat-move',
    name: 'Studio or one-bedroom move',
    price: 24_900,
    currency: 'inr',
    description: expect.stringContaining('tail lift'),
    specialrequirements: expect.stringContaining('Boxes'),
    stripeProductId: null,
    pricingRules: [
      { type: 'perFloor', value: 900 },
      { type: 'perHelper', value: 3600 },
    ],
    refundPolicy: { fullRefundDays: 7, partialRefundDays: 3, partialRefundPercentage: 50 },
  })
  expect(json.find(({ id }: { id: string }) => id === 'people-carrier-with-driver').pricingRules).toEqual([])
})

test('a service that is no longer offered is not listed', async () => {
  const mover = await createBuyer(site)
  const { db } = site.deps
  await db.updateTable('service_types').set({ is_active: false }).where('id', '=', 'piano-and-fine-art').execute()
  const { json } = await mover.get(vehicleCalls.listServiceTypes.path)
  await db.updateTable('service_types').set({ is_active: true }).where('id', '=', 'piano-and-fine-art').execute()
  expect(json.map(({ id }: { id: string }) => id)).not.toContain('piano-and-fine-art')
})

test.each([
  ['SW1A 1AA', 'b33 8th'],
  ['EC1A1BB', 'BN1 1AA'],
  ['cb2 1tn', 'M1 1AE'],
])('we serve a move from %s to %s', async (pickup, drop) => {
  const mover = await createBuyer(site)
  const answer = await mover.post(vehicleCalls.checkPincodes.path, { pickup, drop })
  expect([answer.status, answer.json]).toEqual([200, { status: 'success' }])
})

test.each([
  ['OX1 1AA', 'SW1A 1AA', false, true],
  ['SW1A 1AA', 'BN10 7AA', true, false],
  ['L1 8JQ', 'EH1 1YZ', false, false],
  ['BA1 1AA', 'CB10 1AA', false, false],
])('we do not serve a move from %s to %s, and say which of the two it is', async (from, to, pickup, drop) => {
  const mover = await createBuyer(site)
  const answer = await mover.post(vehicleCalls.checkPincodes.path, { pickup: from, drop: to })
  const message = 'Sorry, service is not available in one or both entered pincodes.'
  expect([answer.status, answer.json]).toEqual([200, { status: 'unavailable', message, pickup, drop }])
})

test('malformed pincodes each get their own message', async () => {
  const mover = await createBuyer(site)
  const answer = await mover.post(vehicleCalls.checkPincodes.path, { pickup: '12345', drop: '' })
  expect(answer.json).toMatchObject({
    statusCode: 400,
    code: 'validation_failed',
    issues: [
      { path: 'pickup', message: 'Invalid UK pincode format' },
      { path: 'drop', message: 'Drop-off pincode is required' },
    ],
  })
})

test('a signed-out visitor gets neither services nor coverage nor bookings', async () => {
  const visitor = site.visitor()
  const answers = [
    await visitor.get(vehicleCalls.listServiceTypes.path),
    await visitor.post(vehicleCalls.checkPincodes.path, { pickup: 'SW1A 1AA', drop: 'M1 1AE' }),
    await visitor.get(bookingCalls.listVehicleBookings.path),
    await visitor.get(vehicleCalls.getDraft.path),
    await visitor.put(vehicleCalls.saveDraft.path, {}),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
})
