import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import { askOffer } from '#shared/tours/offer-calls.ts'
import { createBuyer, nextDay } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { idOf, reservationBody } from '../../../../tests/support/reservations.ts'
import { SELLING } from '../../../../tests/support/selling.ts'

const TOUR = 'bali-family-circle'
const site = await openPaymentSite()
const { db } = site.deps
await db
  .insertInto('tour_selling')
  .values({ tour_id: TOUR, content: JSON.stringify(SELLING) })
  .execute()
await db.insertInto('codes').values({ id: randomUUID(), text: 'PHONE10', percent: 10, created_at: site.deps.now() }).execute()

const FAMILY = { optionId: 'english', startTime: '09:00', units: { adult: 2, child: 1, infant: 1 }, extras: { bike: 1 }, code: 'phone10' }

async function phoneBook(day: string, overrides: object, staff = createStaff(site)) {
  const customer = { id: await idOf(site, await createBuyer(site)) }
  const body = reservationBody(site, customer, day, { tourId: TOUR, totalGuests: 4, totalCents: 12_600, ...FAMILY, ...overrides })
  return (await staff).post(staffReservationCalls.makeReservation.path, body)
}

test('a phone booking of options costs what the offer said, and keeps its lines, start time, pickup and code', async () => {
  const [day, staff] = [nextDay(), await createStaff(site)]
  const offer = (await staff.post(askOffer.path, { tourId: TOUR, date: day, ...FAMILY })).json.data
  expect(offer.total).toBe('126.00')
  const { status, json } = await phoneBook(day, { pickupId: 'ubud' })
  expect(status).toBe(201)
  const { booking } = (await staff.get(pathOf(deskBookingCalls.getStory, { id: json.bookingId }))).json
  expect(booking).toMatchObject({ total: '126.00', guests: 4, lines: offer.lines })
  expect(
    await db
      .selectFrom('tour_bookings')
      .select(['option_id', 'start_time', 'pickup_place', 'seats'])
      .where('booking_id', '=', json.bookingId)
      .executeTakeFirst(),
  ).toEqual({ option_id: 'english', start_time: '09:00', pickup_place: 'Ubud market', seats: 3 })
})

test('each refusal of a phone booking names what is wrong', async () => {
  const day = nextDay()
  const refused = async (overrides: object) => {
    const { status, json } = await phoneBook(day, overrides)
    return [status, json.code, json.issues?.[0]?.path]
  }
  expect(await refused({ totalCents: 12_599 })).toEqual([409, 'price_changed', undefined])
  expect(await refused({ startTime: undefined })).toEqual([400, 'choice_required', 'startTime'])
  expect(await refused({ units: { infant: 1 } })).toEqual([400, 'validation_failed', 'units'])
  expect(await refused({ extras: { bike: 9 } })).toEqual([400, 'validation_failed', 'extras'])
  expect(await refused({ pickupId: 'nowhere' })).toEqual([400, 'validation_failed', 'pickupId'])
  expect(await refused({ code: 'PHONE11' })).toEqual([400, 'code_not_valid', 'code'])
  expect(await refused({ units: { adult: 5 }, extras: {}, totalCents: 22_500 })).toEqual([409, 'sold_out', 'totalGuests'])
})

test('anyone who tries ten wrong codes in phone bookings is held back like anyone else', async () => {
  const [day, staff] = [nextDay(), await createStaff(site)]
  const codes: string[] = []
  for (let tried = 0; tried < 11; tried++) codes.push((await phoneBook(day, { code: `WRONG-${tried}` }, Promise.resolve(staff))).json.code)
  expect(codes).toEqual([...Array(10).fill('code_not_valid'), 'too_many_requests'])
  expect((await phoneBook(day, { code: undefined, totalCents: 14_000 }, Promise.resolve(staff))).status).toBe(201)
})
