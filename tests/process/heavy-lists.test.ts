import { afterAll, expect, test, vi } from 'vitest'
import { HEAP_FLAGS } from '../../scripts/site-process.mjs'
import * as bookingCalls from '../../src/shared/bookings/calls.ts'
import { BUILD, cleanUp, ServerProcess } from '../support/server-process.ts'
import { createUsedDataDir } from '../support/used-data.ts'

vi.setConfig({ testTimeout: 120_000 })
afterAll(cleanUp)

/** About 254 kB, as large as requests could be before their items were limited. */
const DETAILS = JSON.stringify({
  items: Array.from({ length: 100 }, (_, at) => ({
    name: `Box ${at}`,
    dimensions: '40x40x40 cm',
    photos: Array.from({ length: 50 }, (_none, photo) => `${at}-${photo}-${'x'.repeat(40)}`),
  })),
  floorCount: 0,
  helpers: 0,
})

test('a hundred quote requests of 254 kB, read eight times at once, do not crash the process (ASVS 15.2.2)', async () => {
  const site = await new ServerProcess(await createUsedDataDir(), {}, ...HEAP_FLAGS, BUILD).ready()
  const mover = await site.customer('heavy@example.test')
  await site.query(
    `with made as (
      insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on,
        full_refund_days, partial_refund_days, partial_refund_percentage)
      select gen_random_uuid(), 'HEAVY-' || n, 'vehicle', (select id from users where email = 'heavy@example.test'), 'pending', 'Moving',
        1, 'inr', current_date + 30, 7, 3, 50 from generate_series(1, 100) n returning id)
    insert into vehicle_bookings (booking_id, service_type_id, pickup_at, dropoff_at, pickup_location, dropoff_location,
      pickup_pincode, dropoff_pincode, item_details)
    select id, (select min(id) from service_types), now() + interval '30 days', now() + interval '30 days', '1 Here Street',
      '2 There Road', 'SW1A 1AA', 'EC1A 1BB', $1::jsonb from made`,
    [DETAILS],
  )
  const responses = await Promise.all(Array.from({ length: 8 }, async () => mover.get(bookingCalls.listVehicleBookings.path)))
  for (const { status, headers, bytes } of responses) {
    expect(status).toBe(200)
    expect(headers['x-total-count']).toBe('100')
    expect(bytes.length).toBeLessThan(1_500_000)
  }
  expect(await site.stop()).toEqual({ code: 0, signal: null })
})
