import { expect, test } from 'vitest'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as settingsCalls from '#shared/settings/staff-calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { operator } from '#server/lib/actors.ts'
import { bookAndPay, createBuyer, nextDay, PRICE_CENTS, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { idOf } from '../../../../tests/support/reservations.ts'
import { continueCancellations } from './departure-endings.ts'
import { refundAsGoodwill } from './goodwill.ts'
import { getBookingMoney } from './paid-bookings.ts'

const site = await openPaymentSite({ settles: true })
const { db } = site.deps
const [admin, manager, colleague] = [
  await createStaff(site, 'admin'),
  await createStaff(site, 'manager'),
  await createStaff(site, 'manager'),
]

async function setCeiling(cents: number | undefined) {
  const { version } = (await admin.get(settingsCalls.getSettings.path)).json
  const goodwillCeilings = cents === undefined ? {} : { usd: cents }
  expect((await admin.put(settingsCalls.getSettings.path, { version, bankDetails: '', currency: 'usd', goodwillCeilings })).status).toBe(
    200,
  )
}

async function paid(guests = 1): Promise<string> {
  return (await bookAndPay(site, await createBuyer(site), guests, nextDay())).id
}

async function give(id: string, amountCents: number, who = manager) {
  const seen = (await who.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))).json
  return who.post(pathOf(staffCancellationCalls.refundBooking, { id }), { reason: 'Rain', amountCents, seen })
}

test('one person gives no more as goodwill in a day than the ceiling, over all bookings; a colleague, or a raised ceiling, gives the rest', async () => {
  const [one, other] = [await paid(), await paid()]
  expect((await give(one, 15_000)).status, 'there is no ceiling at first').toBe(200)
  await setCeiling(20_000)
  expect((await give(other, 5001)).json).toMatchObject({
    statusCode: 409,
    code: 'goodwill_ceiling',
    message:
      'The daily goodwill limit is $200.00 per person. You’ve refunded $150.00 today, so $50.00 is left. Ask a colleague, or ask an administrator to raise the limit in Settings.',
  })
  const twice = await Promise.all([give(one, 3000), give(other, 3000)])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await give(other, 5001, colleague)).status).toBe(200)
  await setCeiling(40_000)
  expect((await give(other, 5001)).status).toBe(200)
  await expect(
    refundAsGoodwill(site.deps, operator(await idOf(site, manager)), other, {
      reason: 'Rain',
      amountCents: 20_000,
      seen: await getBookingMoney(site.deps, other),
    }),
    'on the command line too',
  ).rejects.toMatchObject({ code: 'goodwill_ceiling' })
  await setCeiling(undefined)
  expect((await give(other, 20_000)).status).toBe(200)
})

test('what a cancellation gives beyond the policy is goodwill, what the policy gives is not, and yesterday does not count', async () => {
  await setCeiling(10_000)
  const clerk = await createStaff(site, 'manager')
  const cancel = async (id: string, amountCents?: number) => {
    const policy = { full_refund_days: 10_000, partial_refund_days: 1, partial_refund_percentage: 50 }
    await db.updateTable('bookings').set(policy).where('id', '=', id).execute()
    const seen = (await clerk.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))).json
    return clerk.post(pathOf(staffCancellationCalls.cancelBooking, { id }), { reason: 'Ill', seen, amountCents })
  }
  const half = PRICE_CENTS / 2
  expect((await cancel(await paid(), half + 10_001)).json).toMatchObject({ code: 'goodwill_ceiling' })
  expect((await cancel(await paid())).status).toBe(200)
  expect((await cancel(await paid(), half + 6000)).status).toBe(200)
  const id = await paid()
  expect((await give(id, 4001, clerk)).json).toMatchObject({ code: 'goodwill_ceiling' })
  await site.asOwner(`insert into audit_entries (actor_id, via, action, subject_kind, subject_id, recorded_at, after)
    values ('${await idOf(site, clerk)}', 'site', 'booking.refunded', 'booking', '${id}', now() - interval '1 day', '{"amountCents": 9000}')`)
  expect((await give(id, 4000, clerk)).status).toBe(200)
})

test('what goes back because a departure was cancelled is no one’s goodwill', async () => {
  await setCeiling(10_000)
  const day = nextDay()
  const boss = await createStaff(site, 'admin')
  await bookAndPay(site, await createBuyer(site), 2, day)
  const departure = departureId(TOUR, day)
  const seen = (await boss.get(pathOf(departureCalls.previewCancellation, { id: departure }))).json
  expect((await boss.post(pathOf(departureCalls.cancelDeparture, { id: departure }), { reason: 'Storm', seen })).status).toBe(202)
  await continueCancellations(site.deps, site.app.log)
  expect((await give(await paid(), 10_000, boss)).status).toBe(200)
})
