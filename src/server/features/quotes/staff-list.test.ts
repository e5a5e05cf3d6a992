import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import { createBuyer } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()

/** Makes `count` requests, a minute apart; the first one waits longest. */
async function fill(count: number): Promise<void> {
  const { email } = await createBuyer(site)
  await sql`with made as (
      insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on,
        full_refund_days, partial_refund_days, partial_refund_percentage, created_at)
      select gen_random_uuid(), 'Q-' || n, 'vehicle', (select id from users where email = ${email}), 'pending', 'Moving', 1, 'inr',
        current_date + 30, 7, 3, 50, timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, ${count}::integer) n returning id)
    insert into vehicle_bookings (booking_id, service_type_id, pickup_at, dropoff_at, pickup_location, dropoff_location,
      pickup_pincode, dropoff_pincode, item_details)
    select id, (select id from service_types order by position limit 1), now() + interval '30 days', now() + interval '30 days',
      '1 Here Street', '2 There Road', 'SW1A 1AA', 'EC1A 1BB', '{"items": [], "floorCount": 0, "helpers": 0}' from made`.execute(
    site.deps.db,
  )
}

test('no number of requests hides another: pending ones are a queue, all together are newest first, in pages', async () => {
  await fill(300)
  const staff = await createStaff(site)
  const read = async (query: string) => {
    const first = await staff.get(`${staffQuoteCalls.listQuotes.path}?${query}`)
    const second = await staff.get(`${staffQuoteCalls.listQuotes.path}?${query}&before=${first.json.at(-1).id}`)
    expect([first, second].map(({ headers }) => headers[TOTAL_COUNT])).toEqual(['300', '300'])
    expect([first, second].map(({ json }) => json.length)).toEqual([200, 100])
    return [...first.json, ...second.json].map(({ reference }: { reference: string }) => reference)
  }
  const references = Array.from({ length: 300 }, (_, at) => `Q-${at + 1}`)
  expect(await read('status=pending')).toEqual(references)
  expect(await read('')).toEqual(references.toReversed())
  expect((await staff.get(`${staffQuoteCalls.listQuotes.path}?limit=1`)).json).toMatchObject([{ reference: 'Q-300' }])
  expect((await staff.get(`${staffQuoteCalls.listQuotes.path}?status=declined`)).headers[TOTAL_COUNT]).toBe('0')
})
