import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { getSeats, getTour } from '#shared/tours/calls.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import {
  createTour,
  deactivateTour,
  duplicateTour,
  editTour,
  getStaffTour,
  previewDeactivation,
  previewTour,
  publishTour,
} from '#shared/tours/staff-calls.ts'
import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { bookAndPay, bookingsOn, createBuyer, nextDay, seatsTaken, TOUR } from '../../../../../tests/support/buyers.ts'
import { createStaff, statusOf } from '../../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../../tests/support/payment-site.ts'
import { reserve } from '../../../../../tests/support/reservations.ts'

const site = await openPaymentSite()
const DRAFT = { name: 'Réunion, on foot', destination: 'Réunion' }

async function read(staff: Browser, id: string): Promise<StaffTourDetails> {
  return (await staff.get(pathOf(getStaffTour, { id }))).json
}

/** Returns the status of a tour's page and of its seats, and whether a search lists it. */
async function visibility(traveller: Browser, id: string, name: string) {
  const found = (await traveller.get(`${listTours.path}?limit=100&search=${encodeURIComponent(name)}`)).json.data as { id: string }[]
  return {
    page: (await traveller.get(pathOf(getTour, { id }))).status,
    seats: (await traveller.get(`${pathOf(getSeats, { id })}?date=${nextDay()}`)).status,
    isListed: found.some((tour) => tour.id === id),
  }
}

test('who makes, publishes and takes off tours: 401 signed out, 403 for customers and for staff', async () => {
  const people = [site.visitor(), await createBuyer(site), await createStaff(site), await createStaff(site, 'manager')]
  for (const make of [
    async (who: Browser) => who.post(createTour.path, DRAFT),
    async (who: Browser) => who.post(pathOf(duplicateTour, { id: TOUR })),
    async (who: Browser) => who.post(pathOf(publishTour, { id: TOUR }), { version: 1 }),
    async (who: Browser) => who.get(pathOf(previewDeactivation, { id: TOUR })),
  ]) {
    const statuses = []
    for (const who of people) statuses.push((await make(who)).status)
    expect(statuses).toEqual([401, 403, 403, 200])
  }
  for (const who of people.slice(0, 3)) expect((await who.post(pathOf(deactivateTour, { id: TOUR }), { version: 1 })).status).not.toBe(200)
})

test('a draft is nowhere to be seen until it is complete and published; two of a name have ids of their own', async () => {
  const [manager, traveller] = [await createStaff(site, 'manager'), await createBuyer(site)]
  const made = (await manager.post(createTour.path, { name: 'Madeira, on foot', destination: 'Madeira' })).json as StaffTourDetails
  const again = (await manager.post(createTour.path, { name: 'Madeira, on foot', destination: 'Madeira' })).json as StaffTourDetails
  expect([made.id, again.id]).toEqual(['madeira-on-foot', 'madeira-on-foot-2'])
  expect(made).toMatchObject({ status: 'draft', version: 1, publishedAt: null, changes: [{ change: 'created' }] })
  expect(await visibility(traveller, made.id, 'madeira')).toEqual({ page: 404, seats: 404, isListed: false })
  const incomplete = await manager.post(pathOf(publishTour, { id: made.id }), { version: 1 })
  expect(incomplete.json.issues.map(({ path }: { path: string }) => path)).toEqual([
    'overview',
    'tourType',
    'termsAndConditions',
    'basePrice',
    'images',
    'itinerary',
  ])
  const { fields } = await read(manager, TOUR)
  const saved = await manager.put(pathOf(editTour, { id: made.id }), { version: 1, fields: { ...fields, name: made.fields.name } })
  expect(saved.json).toMatchObject({ status: 'draft', version: 2 })
  expect((await manager.get(pathOf(previewTour, { id: made.id }))).json.data).toMatchObject({ name: 'Madeira, on foot', isActive: false })
  expect((await manager.post(pathOf(publishTour, { id: made.id }), { version: 1 })).json.code).toBe('tour_changed')
  expect((await manager.post(pathOf(publishTour, { id: made.id }), { version: 2 })).json).toMatchObject({ status: 'published', version: 3 })
  expect(await visibility(traveller, made.id, 'madeira')).toEqual({ page: 200, seats: 200, isListed: true })
  const first = await traveller.post(createCheckout.path, { priceId: 'none', tour_id: made.id, totalGuests: 1, travelDate: nextDay() })
  expect(first.json).toMatchObject({ code: 'price_changed', price: { basePrice: fields.basePrice } })
})

test('a copy is a draft with everything of the other tour, and nothing of its history', async () => {
  const manager = await createStaff(site, 'manager')
  const original = await read(manager, TOUR)
  const copy = (await manager.post(pathOf(duplicateTour, { id: TOUR }))).json as StaffTourDetails
  expect(copy).toMatchObject({ status: 'draft', version: 1, reviews: 0, priceHistory: [] })
  expect(copy.id).not.toBe(TOUR)
  expect(copy.fields).toEqual({ ...original.fields, name: `Copy of ${original.fields.name}` })
  expect(copy.pictures).toEqual(original.pictures)
})

test('switching a tour off says what it does, closes its checkouts, keeps its bookings, and can be undone', async () => {
  const [admin, buyer, holder] = [await createStaff(site, 'admin'), await createBuyer(site), await createBuyer(site)]
  const [sold, held] = [nextDay(), nextDay()]
  await bookAndPay(site, buyer, 3, sold)
  await holder.openCheckout(TOUR, 2, held)
  const kept = await reserve(site, admin, nextDay())
  expect((await admin.get(pathOf(previewDeactivation, { id: TOUR }))).json).toEqual({
    openCheckouts: 1,
    heldSeats: 2,
    reservations: 1,
    reservedSeats: 1,
    bookings: 1,
    guests: 3,
  })
  const { version } = await read(admin, TOUR)
  expect((await admin.post(pathOf(deactivateTour, { id: TOUR }), { version })).json).toMatchObject({ status: 'off', version: version + 1 })
  expect(await visibility(buyer, TOUR, 'tokyo')).toEqual({ page: 404, seats: 404, isListed: false })
  await reconcile(site.deps, site.app.log)
  expect((await bookingsOn(site, held))[0]?.status).toBe('expired')
  expect(await seatsTaken(site, held)).toBe(0)
  expect(await statusOf(site, kept.bookingId)).toBe('pending')
  expect((await bookingsOn(site, sold))[0]?.status).toBe('confirmed')
  expect((await read(admin, TOUR)).changes[0]).toMatchObject({ change: 'deactivated', version: version + 1 })
  expect((await admin.post(pathOf(publishTour, { id: TOUR }), { version: version + 1 })).json).toMatchObject({ status: 'published' })
  expect((await buyer.get(pathOf(getTour, { id: TOUR }))).status).toBe(200)
})
