import { afterAll, beforeAll, expect, test } from 'vitest'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

test('the API document describes the endpoints with their request and response bodies', async () => {
  const { status, json } = await site.visitor().get('/openapi.json')
  expect(status).toBe(200)
  expect(json.paths[createCheckout.path].post.requestBody.content['application/json'].schema.required).toEqual([
    'priceId',
    'tour_id',
    'totalGuests',
    'travelDate',
  ])
  expect(json.paths[listTours.path].get.parameters.map(({ name }: { name: string }) => name)).toContain('search')
  expect(json.paths[bookingCalls.listTourBookings.path].get.responses['200']).toBeDefined()
})
