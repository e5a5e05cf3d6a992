import { expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import * as sheetCalls from '#shared/bookings/confirmation-calls.ts'
import * as staffBookingCalls from '#shared/bookings/staff-calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { bookAndPay, createBuyer, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { bookingPersonalData } from './personal-data.ts'

const site = await openPaymentSite()
const day = nextDay()
const id = departureId(TOUR, day)
const [paid, holding, cancelled] = [await createBuyer(site), await createBuyer(site), await createBuyer(site)]
const staff = await createStaff(site)
const booking = await bookAndPay(site, paid, 2, day)
await paid.post(pathOf(sheetCalls.saveTravellers, { id: booking.id }), { names: ['=cmd|"/c calc"!A1'], phone: '07700 900123' })
await holding.openCheckout(TOUR, 1, day)
await cancelled.post(cancellationCalls.cancelOwnBooking.path, { bookingId: (await bookAndPay(site, cancelled, 1, day)).id })

test('the manifest lists the travellers of confirmed bookings, with contact and staff notes', async () => {
  expect(
    (await staff.post(pathOf(staffBookingCalls.writeNote, { id: booking.id }), { body: ' Arrives late, at noon ' })).json,
  ).toMatchObject([{ body: 'Arrives late, at noon', writtenBy: 'Sam Staff' }])
  expect((await staff.get(pathOf(departureCalls.readManifest, { id }))).json).toEqual({
    departureId: id,
    tour: 'Tokyo and Mount Fuji',
    date: day,
    people: 2,
    bookings: [
      {
        id: booking.id,
        reference: booking.reference,
        guests: 2,
        travellers: ['=cmd|"/c calc"!A1'],
        contact: { name: 'Test Buyer', email: paid.email, phone: { text: '+44 7700 900123', number: '+447700900123' } },
        notes: ['Arrives late, at noon'],
      },
    ],
  })
})

test('the file of a manifest has a line for each seat, and no traveller’s name is a formula', async () => {
  const { headers, text } = await staff.get(pathOf(departureCalls.downloadManifest, { id }))
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="travellers-${TOUR}-${day}.csv"`,
    'cache-control': 'no-store',
  })
  const contact = `"Test Buyer","${paid.email}","'+44 7700 900123","Arrives late, at noon"`
  const seat = (name: string) => `"${booking.reference}","${name}",${contact},"","","",""\r\n`
  const headings = '"Reference","Traveller","Booked by","Email","Phone","Notes","Start","Option","Party","Pickup"'
  expect(text).toBe(`\uFEFF${headings}\r\n${seat(`'=cmd|""/c calc""!A1`)}${seat('')}`)
})

test('the manifest shows the confirmed address of a booking’s emails', async () => {
  const [buyer, date, email] = [await createBuyer(site), nextDay(), 'reachable@example.test']
  const { id: bookingId } = await bookAndPay(site, buyer, 1, date)
  await staff.post(pathOf(staffBookingCalls.correctAddress, { id: bookingId }), { email, seenEmail: buyer.email, seenAsked: null })
  const contact = async () =>
    (await staff.get(pathOf(departureCalls.readManifest, { id: departureId(TOUR, date) }))).json.bookings[0].contact
  expect(await contact()).toEqual({ name: 'Test Buyer', email: buyer.email, phone: null })
  const { data } = await site.deps.db.selectFrom('mails').select('data').where('recipient', '=', email).executeTakeFirstOrThrow()
  const { confirmUrl } = data as unknown as { confirmUrl: string }
  await site.visitor().post(accountCalls.confirmEmail.path, { token: new URL(confirmUrl.replace('/#', '')).searchParams.get('token') })
  expect(await contact()).toEqual({ name: 'Test Buyer', email, phone: null })
})

test('each reading of a manifest is audited', async () => {
  const reader = await createStaff(site)
  await reader.get(pathOf(departureCalls.readManifest, { id }))
  await reader.get(pathOf(departureCalls.downloadManifest, { id }))
  const entries = await site.deps.db
    .selectFrom('audit_entries')
    .innerJoin('users', 'users.id', 'actor_id')
    .select(['subject_id', 'after'])
    .where('users.email', '=', reader.email)
    .where('action', '=', 'manifest.read')
    .execute()
  const entry = { subject_id: id, after: { bookings: 1, people: 2 } }
  expect(entries).toEqual([entry, entry])
})

test('visitors get 401, customers 403; an unknown departure or booking is 404', async () => {
  for (const url of [pathOf(departureCalls.readManifest, { id }), pathOf(departureCalls.downloadManifest, { id })]) {
    expect([(await site.visitor().get(url)).status, (await paid.get(url)).status, (await staff.get(url)).status]).toEqual([401, 403, 200])
  }
  const note = { body: 'Hello' }
  const write = pathOf(staffBookingCalls.writeNote, { id: booking.id })
  expect([(await site.visitor().post(write, note)).status, (await paid.post(write, note)).status]).toEqual([401, 403])
  expect((await staff.get(pathOf(departureCalls.readManifest, { id: departureId('nowhere', day) }))).status).toBe(404)
  expect((await staff.post(pathOf(staffBookingCalls.writeNote, { id: '00000000-0000-4000-8000-000000000000' }), note)).status).toBe(404)
  expect((await staff.post(write, { body: ' ' })).status).toBe(400)
})

test('staff notes are in the customer’s export and deleted with their account', async () => {
  const mine = (await paid.get(securityCalls.downloadOwnData.path)).json.bookings[0]
  expect(mine.staffNotes).toEqual(['Arrives late, at noon'])
  const { db, now, config } = site.deps
  const { id: userId } = await db.selectFrom('users').select('id').where('email', '=', paid.email).executeTakeFirstOrThrow()
  await db.transaction().execute(async (trx) => bookingPersonalData(config).forget(trx, userId, now()))
  expect(await db.selectFrom('booking_notes').selectAll().where('booking_id', '=', booking.id).execute()).toEqual([])
})
