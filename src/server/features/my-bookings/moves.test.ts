import { expect, test } from 'vitest'
import { moveSchema } from '#shared/bookings/moves.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { createBuyer } from '../../../../tests/support/buyers.ts'
import { approvedQuote, askForQuote, clickLink, CONTACT, MOVING_DAY, draftOf, bookBody } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()

test('a move shows its owner everything requested, with the contact and the postcodes', async () => {
  const mover = await createBuyer(site)
  await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf() })
  const { booking } = (await mover.post(vehicleCalls.requestQuote.path, bookBody())).json
  const move = moveSchema.parse((await mover.get(pathOf(bookingCalls.getMove, { id: booking.id }))).json)
  expect(move).toMatchObject({
    id: booking.id,
    status: 'pending',
    price: '34800.00',
    pickupDate: `${MOVING_DAY}T09:30:00.000Z`,
    pickupLocation: CONTACT.address,
    pickupPinCode: 'EC1A 1BB',
    dropoffPinCode: 'CB2 1TN',
    contact: { name: CONTACT.name, email: CONTACT.email, phone: CONTACT.phone },
    itemDetails: { items: [{ name: 'Sofa', dimensions: '200x90x80 cm' }], floorCount: 3, helpers: 2 },
    photos: [],
    paidAt: null,
  })
  expect((await mover.get(pathOf(bookingCalls.downloadMoveEvent, { id: booking.id }))).status, 'nothing is agreed yet').toBe(404)
})

test('a confirmed move has a calendar file with its time, pickup and drop-off', async () => {
  const { mover, id, reference, link } = await approvedQuote(site)
  await site.cards.pay(await clickLink(mover, link))
  expect((await mover.get(pathOf(bookingCalls.getMove, { id }))).json).toMatchObject({ status: 'confirmed', paidAt: expect.any(String) })
  const file = await mover.get(pathOf(bookingCalls.downloadMoveEvent, { id }))
  expect(file.headers['content-disposition']).toBe(`attachment; filename="meridian-${reference}.ics"`)
  const text = file.text.replaceAll('\r\n ', '')
  expect(text).toContain(`DTSTART:${MOVING_DAY.replaceAll('-', '')}T093000Z\r\n`)
  expect(text).not.toContain('DTEND')
  expect(text).toContain(String.raw`LOCATION:12 Carrier Street\, London\, EC1A 1BB`)
  expect(text).toContain(String.raw`To: 3 Mill Lane\, Cambridge\, CB2 1TN`)
})

test('a move is 404 for other people and 401 for visitors', async () => {
  const { id } = await askForQuote(site)
  const other = await createBuyer(site)
  for (const path of [pathOf(bookingCalls.getMove, { id }), pathOf(bookingCalls.downloadMoveEvent, { id })]) {
    expect((await other.get(path)).status).toBe(404)
    expect((await site.visitor().get(path)).status).toBe(401)
  }
})
