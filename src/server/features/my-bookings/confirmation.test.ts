import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmationResponseSchema } from '#shared/bookings/confirmations.ts'
import * as bookingCalls from '#shared/bookings/calls.ts'
import * as sheetCalls from '#shared/bookings/confirmation-calls.ts'
import { pathOf } from '#shared/contract.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { dayAhead } from '../../../../tests/support/days.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const TOUR = 'tokyo-and-mount-fuji'
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

/** Returns the id of the paid booking. */
async function bookAndPay(traveller: Browser, day: string, guests = 2): Promise<string> {
  await site.cards.pay(await traveller.openCheckout(TOUR, guests, day))
  const booking = (await traveller.bookings()).find((candidate) => candidate.travelDate === day)
  expect(booking?.status).toBe('confirmed')
  return booking?.id ?? ''
}

test('the confirmation says who booked what, for how much, and when it was paid', async () => {
  const traveller = await site.customer('Zoë <b>O’Neill</b> 🧳')
  const id = await bookAndPay(traveller, dayAhead(1))
  const answer = await traveller.get(pathOf(sheetCalls.getConfirmation, { id }))
  const { booking, travellers } = confirmationResponseSchema.parse(answer.json)
  expect(travellers).toEqual([])
  expect(booking).toMatchObject({
    currency: 'usd',
    id,
    status: 'confirmed',
    customerName: 'Zoë <b>O’Neill</b> 🧳',
    customerEmail: traveller.email,
    unitPrice: '1090.00',
    totalAmount: '2180.00',
    duration: 4,
    meetingPoint: 'The inn near Ueno station, Tokyo',
    startTime: '16:00',
    days: ['Yanaka at dusk', 'Market, river, tower', expect.any(String), expect.any(String)],
    refundPolicy: { fullRefundDays: 14, partialRefundDays: 7, partialRefundPercentage: 50 },
    paidAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
  })
})

test("travellers' names are kept as written, without empty ones, and may be replaced", async () => {
  const traveller = await site.customer()
  const id = await bookAndPay(traveller, dayAhead(2), 4)
  const first = await traveller.post(pathOf(sheetCalls.saveTravellers, { id }), {
    names: [' Zoë ', '', '   ', 'Jürgen "J" Müller, Jr.', '京子 🧳', '{a,b}'],
  })
  expect(first.status).toBe(200)
  expect(confirmationResponseSchema.parse(first.json).travellers).toEqual(['Zoë', 'Jürgen "J" Müller, Jr.', '京子 🧳', '{a,b}'])
  await traveller.post(pathOf(sheetCalls.saveTravellers, { id }), { names: ['Only One'] })
  expect((await traveller.get(pathOf(sheetCalls.getConfirmation, { id }))).json.travellers).toEqual(['Only One'])
  await traveller.post(pathOf(sheetCalls.saveTravellers, { id }), { names: [] })
  expect((await traveller.get(pathOf(sheetCalls.getConfirmation, { id }))).json.travellers).toEqual([])
})

test.each([
  [{ names: ['x'.repeat(101)] }, 'Name must be at most 100 characters'],
  [{ names: Array.from({ length: 1001 }, () => 'x') }, 'There are more names than travellers'],
])('too many or too long names are refused, and the stored names do not change', async (body, message) => {
  const traveller = await site.customer()
  const id = await bookAndPay(traveller, dayAhead(3), 1)
  await traveller.post(pathOf(sheetCalls.saveTravellers, { id }), { names: ['First'] })
  const answer = await traveller.post(pathOf(sheetCalls.saveTravellers, { id }), body)
  expect(answer.status).toBe(400)
  expect(answer.json.message).toBe(message)
  expect((await traveller.get(pathOf(sheetCalls.getConfirmation, { id }))).json.travellers).toEqual(['First'])
})

test('the calendar file is valid, with the days of the trip and a link to the booking (ASVS 5.4.1, 5.4.2)', async () => {
  const traveller = await site.customer()
  const id = await bookAndPay(traveller, dayAhead(4), 1)
  const answer = await traveller.get(pathOf(bookingCalls.downloadTripEvent, { id }))
  const digits = (day: string) => day.replaceAll('-', '')
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="meridian-M-[\dA-Z]{8}\.ics"$/)
  expect(answer.text).toContain('SUMMARY:Tokyo and Mount Fuji\r\n')
  const unfolded = answer.text.replaceAll('\r\n ', '')
  expect(unfolded).toContain('LOCATION:The inn near Ueno station\\, Tokyo\r\n')
  expect(unfolded).toContain('\\nLocal start time: 16:00\\nGuests: 1\\nDay 1: Yanaka at dusk\\nDay 2: ')
  expect(unfolded).toMatch(/\\n(Free cancellation until|50% refund if you cancel by|No refund this close)/)
  expect(answer.text).toContain(`DTSTART;VALUE=DATE:${digits(dayAhead(4))}\r\nDTEND;VALUE=DATE:${digits(dayAhead(8))}\r\n`)
  expect(unfolded).toContain(`URL:${site.origin}/#/bookings?booking=${id}\r\n`)
})

test("other people's bookings are 404 for every call, and their names do not change", async () => {
  const owner = await site.customer()
  const id = await bookAndPay(owner, dayAhead(5), 1)
  await owner.post(pathOf(sheetCalls.saveTravellers, { id }), { names: ['Owner'] })
  const other = await site.customer()
  const answers = [
    await other.get(pathOf(sheetCalls.getConfirmation, { id })),
    await other.get(pathOf(bookingCalls.downloadTripEvent, { id })),
    await other.post(pathOf(sheetCalls.saveTravellers, { id }), { names: ['Intruder'] }),
  ]
  for (const answer of answers) {
    expect(answer.json).toEqual({ statusCode: 404, code: 'not_found', message: 'Booking not found' })
  }
  expect((await owner.get(pathOf(sheetCalls.getConfirmation, { id }))).json.travellers).toEqual(['Owner'])
})
