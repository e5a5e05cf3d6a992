import { expect, test } from 'vitest'
import * as sheetCalls from '#shared/bookings/confirmation-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import type { Found } from '#shared/desk/find.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, nextDay, PRICE_CENTS } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { payOffline, reserve } from '../../../../tests/support/reservations.ts'

const site = await openPaymentSite()

async function find(who: Browser, q: string): Promise<Found> {
  return (await who.get(`${deskBookingCalls.searchConsole.path}?q=${encodeURIComponent(q)}`)).json
}

test('a booking is found by its reference, its payment and its customer, and a tour by a part of its name, offered or not', async () => {
  const staff = await createStaff(site)
  const buyer = await createBuyer(site)
  const { reference, id, stripeid } = await bookAndPay(site, buyer, 2, nextDay())
  for (const text of [reference.toLowerCase(), reference.slice(2).toLowerCase(), stripeid ?? '', buyer.email]) {
    expect((await find(staff, text)).bookings, text).toMatchObject([{ id, reference, customer: { email: buyer.email } }])
  }
  expect((await find(staff, 'north to south')).tours).toMatchObject([{ id: 'france-north-to-south-by-rail' }])
  expect(await find(staff, '100%')).toEqual({ bookings: [], people: [], tours: [] })
  expect((await staff.get(`${deskBookingCalls.searchConsole.path}?q=ab`)).status).toBe(400)
})

test('a booking found by a traveller or a transfer says so', async () => {
  const [staff, buyer] = [await createStaff(site), await createBuyer(site)]
  const { id } = await bookAndPay(site, buyer, 2, nextDay())
  await buyer.post(pathOf(sheetCalls.saveTravellers, { id }), { names: ['Zoltan Quux'] })
  const match = async (text: string) => (await find(staff, text)).bookings.map((booking) => booking.match)
  for (const text of ['zoltan', 'Zoltán', 'quux zoltan', 'zotlan'])
    expect(await match(text), text).toEqual([{ of: 'traveller', text: 'Zoltan Quux' }])
  expect(await match(buyer.email)).toEqual([undefined])
  const { bookingId } = await reserve(site, staff, nextDay(), { payBy: 'transfer' })
  await payOffline(await createStaff(site, 'manager'), bookingId, { reference: 'TRX-77120' })
  expect(await match('trx-77')).toEqual([{ of: 'transfer', text: 'TRX-77120' }])
})

test('a booking is found by its price, and by what was received for it, however the amount is written', async () => {
  const [staff, manager] = [await createStaff(site), await createStaff(site, 'manager')]
  const { bookingId } = await reserve(site, staff, nextDay(), { payBy: 'transfer', totalGuests: 7, totalCents: PRICE_CENTS * 7 })
  const found = async (text: string) => (await find(staff, text)).bookings.map(({ id, match }) => [id, match])
  const price = { of: 'amount', text: '$7,630.00' }
  for (const text of ['7630', '7,630.00', '7630.00', '$7,630', '7630.0']) expect(await found(text), text).toEqual([[bookingId, price]])
  await payOffline(manager, bookingId, { isSetAside: true, receivedCents: 761_225, totalCents: PRICE_CENTS * 7 })
  expect(await found('7,612.25')).toEqual([[bookingId, { of: 'amount', text: '$7,612.25' }]])
  for (const text of ['7631', '7630.01', '07630', '76,30.00.1']) expect(await found(text), text).toEqual([])
})

test('people are found by administrators only, who may look at accounts', async () => {
  const { email } = await createBuyer(site)
  const people = async (who: Browser) => (await find(who, email)).people.map((each) => each.email)
  expect(await people(await createStaff(site, 'admin'))).toEqual([email])
  expect(await people(await createStaff(site, 'manager'))).toEqual([])
  expect(await people(await createStaff(site))).toEqual([])
})
