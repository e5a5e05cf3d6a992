import { expect, test } from 'vitest'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import * as sheetCalls from '#shared/bookings/confirmation-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { bookingPersonalData } from '#server/features/bookings/personal-data.ts'
import { bookAndPay, createBuyer, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { idOf, payOffline, reservationBody, reserve } from '../../../../tests/support/reservations.ts'

const site = await openPaymentSite()
const [staff, manager] = [await createStaff(site), await createStaff(site, 'manager')]

const storyOf = async (bookingId: string) => (await staff.get(pathOf(deskBookingCalls.getStory, { id: bookingId }))).json.booking
const foundBy = async (search: string) =>
  (await staff.get(`${deskBookingCalls.listStaffBookings.path}?search=${encodeURIComponent(search)}`)).json.map(
    ({ id }: { id: string }) => id,
  )

test('a number asked for at a booking on the telephone is on its page and the manifest, and finds it', async () => {
  const day = nextDay()
  const { bookingId } = await reserve(site, staff, day, { phone: '07700 900801' })
  await payOffline(manager, bookingId)
  const phone = { text: '+44 7700 900801', number: '+447700900801' }
  expect((await storyOf(bookingId)).phone).toEqual(phone)
  expect((await staff.get(pathOf(departureCalls.readManifest, { id: departureId(TOUR, day) }))).json.bookings[0].contact.phone).toEqual(
    phone,
  )
  expect(await foundBy('07700 900801')).toEqual([bookingId])
  const { entries } = await site.deps.db
    .selectFrom('audit_entries')
    .select((eb) => eb.cast<string>(eb.fn.jsonAgg('after'), 'text').as('entries'))
    .executeTakeFirstOrThrow()
  expect(entries).not.toMatch(/900801/)
})

test('someone new has it on their account; of someone known the account keeps its own, which holds where none is given', async () => {
  const customer = { name: 'Ada Phone', email: 'ada.phone@example.test' }
  const made = await staff.post(
    staffReservationCalls.makeReservation.path,
    reservationBody(site, customer, nextDay(), { phone: '07700 900802' }),
  )
  expect((await storyOf(made.json.bookingId)).phone.number).toBe('+447700900802')
  const { id, phone_number } = await site.deps.db
    .selectFrom('users')
    .select(['id', 'phone_number'])
    .where('email', '=', customer.email)
    .executeTakeFirstOrThrow()
  expect(phone_number).toBe('+447700900802')
  const other = await staff.post(
    staffReservationCalls.makeReservation.path,
    reservationBody(site, { id }, nextDay(), { phone: '+49 30 901820' }),
  )
  const none = await staff.post(staffReservationCalls.makeReservation.path, reservationBody(site, { id }, nextDay()))
  expect((await storyOf(other.json.bookingId)).phone.number).toBe('+4930901820')
  expect((await storyOf(none.json.bookingId)).phone.number).toBe('+447700900802')
  expect(await foundBy('07700900802')).toHaveLength(3)
  expect(await foundBy('030 901820')).toEqual([other.json.bookingId])
})

test('a number that cannot be one makes no booking', async () => {
  const customer = { name: 'Nobody', email: 'nobody.phone@example.test' }
  const { status, json } = await staff.post(
    staffReservationCalls.makeReservation.path,
    reservationBody(site, customer, nextDay(), { phone: '12345' }),
  )
  expect([status, json.issues[0].path]).toEqual([400, 'phone'])
  expect(await site.deps.db.selectFrom('users').select('id').where('email', '=', customer.email).execute()).toEqual([])
})

test('it is in the person’s export and goes with their account; what a stranger typed goes when the account starts clean', async () => {
  const { db, now, config } = site.deps
  const parts = bookingPersonalData(config)
  const { bookingId, customer } = await reserve(site, staff, nextDay(), { phone: '07700 900803' })
  expect((await customer.get(securityCalls.downloadOwnData.path)).json.bookings[0]).toMatchObject({ phone: '07700 900803' })
  const numberOf = async () =>
    (await db.selectFrom('tour_bookings').select('journey_phone_number').where('booking_id', '=', bookingId).executeTakeFirstOrThrow())
      .journey_phone_number
  const userId = await idOf(site, customer)
  await db.transaction().execute(async (trx) => parts.forgetTyped?.(trx, userId))
  expect(await numberOf(), 'staff were told it').toBe('+447700900803')
  await db.transaction().execute(async (trx) => parts.forget(trx, userId, now()))
  expect(await numberOf()).toBeNull()

  const buyer = await createBuyer(site)
  const own = await bookAndPay(site, buyer, 1, nextDay())
  await buyer.post(pathOf(sheetCalls.saveTravellers, { id: own.id }), { names: [], phone: '07700 900804' })
  await db.transaction().execute(async (trx) => parts.forgetTyped?.(trx, await idOf(site, buyer)))
  expect(await foundBy('07700900804')).toEqual([])
})
