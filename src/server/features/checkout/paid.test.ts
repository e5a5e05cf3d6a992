import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { getPaidCalendarFile, getPaidPage } from '#shared/payments/calls.ts'
import * as quoteCalls from '#shared/quotes/calls.ts'
import * as reservationCalls from '#shared/reservations/calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createBuyer, nextDay, passTime, seatsTaken, TOUR } from '../../../../tests/support/buyers.ts'
import { approvedQuote, clickLink, createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { providerClient } from '../../../../tests/support/provider-client.ts'
import { payLinks, reserve } from '../../../../tests/support/reservations.ts'

const site = await openPaymentSite()
const staff = await createStaff(site)

/** Opens the card page of a reservation by its mailed link, without signing in. */
async function reservedByPhone(overrides: Record<string, unknown> = {}) {
  const day = nextDay()
  const made = await reserve(site, staff, day, overrides)
  const link = (await payLinks(site, made.bookingId)).at(-1) ?? ''
  return { ...made, day, link, session: await clickLink(site.visitor(), link) }
}

/** Returns where the card provider sends somebody who has paid. */
async function wayBack(session: string): Promise<string> {
  const { success_url } = await providerClient(site).checkout.sessions.retrieve(session)
  const url = new URL(String(success_url).replace('{CHECKOUT_SESSION_ID}', session))
  return `${url.pathname}${url.search}`
}

/** Returns where we send them on. */
async function comeBack(browser: Browser, session: string): Promise<string> {
  return String((await browser.get(await wayBack(session))).headers['location'])
}

const tokenOf = (address: string) => address.split('/#/paid/')[1] ?? ''

async function pageOf(token: string) {
  return site.visitor().get(pathOf(getPaidPage, { token }))
}

test('who pays by a mailed link and is not signed in sees what was paid, without a login and without a word about the person', async () => {
  const { session, reference, day, customer } = await reservedByPhone({ totalGuests: 2 })
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  const visitor = site.visitor()
  const page = await visitor.get(pathOf(getPaidPage, { token: tokenOf(await comeBack(visitor, session)) }))
  expect(page.json).toMatchObject({
    outcome: 'paid',
    kind: 'tour',
    reference,
    startsOn: day,
    guests: 2,
    amount: '2180.00',
    currency: 'usd',
    canPayAgain: false,
  })
  expect(page.headers['x-robots-tag']).toBe('noindex')
  for (const word of [customer.email, 'Test Buyer', 'user_id', session]) expect(page.text).not.toContain(word)
})

test('the owner who is signed in gets the payment result as specified, and somebody else who is signed in the page of its own', async () => {
  const { session, customer } = await reservedByPhone()
  await site.cards.pay(session)
  expect(await comeBack(customer, session)).toContain(`/#/success?session_id=${session}`)
  expect(await comeBack(await createBuyer(site), session)).toContain('/#/paid/')
})

test('a checkout that only its owner can open leads to the payment result as before, whoever comes back', async () => {
  const buyer = await createBuyer(site)
  const session = await buyer.openCheckout(TOUR, 1, nextDay())
  await site.cards.pay(session)
  expect(await comeBack(site.visitor(), session)).toContain(`/#/success?session_id=${session}`)
})

test('who goes back from the card page of a mailed link without signing in finds reference, deadline and a way to pay', async () => {
  const { session, reference, bookingId } = await reservedByPhone()
  const { cancel_url } = await providerClient(site).checkout.sessions.retrieve(session)
  const { pathname, search } = new URL(String(cancel_url))
  const visitor = site.visitor()
  const token = tokenOf(String((await visitor.get(`${pathname}${search}`)).headers['location']))
  const page = (await pageOf(token)).json
  expect(page).toMatchObject({
    outcome: 'unpaid',
    reference,
    canPayAgain: true,
    payUntil: expect.stringMatching(/^23:59 on .*, London time$/),
  })
  const again = await clickLink(visitor, pathOf(reservationCalls.payReservation, { token }))
  expect(again).not.toBe(session)
  expect((await visitor.get(pathOf(quoteCalls.payQuote, { token }))).status, 'not as a quote').toBe(404)
  await passTime(site, 5 * 24 * 60 * 60)
  await site.deps.db.updateTable('reservations').set({ due_at: site.deps.now() }).where('booking_id', '=', bookingId).execute()
  expect((await pageOf(token)).json).toMatchObject({ canPayAgain: false, payUntil: null })
})

test('a token that is made up, or that of a page that has had its time, is not found', async () => {
  const { session, link } = await reservedByPhone()
  await site.cards.pay(session)
  const token = tokenOf(await comeBack(site.visitor(), session))
  const unknown = await pageOf('nonsense')
  expect(unknown.status).toBe(404)
  for (const each of ['', session, link.split('/').at(-1) ?? '', `${token}x`]) expect((await pageOf(each)).status).toBe(404)
  await passTime(site, 7 * 24 * 60 * 60)
  const late = await pageOf(token)
  expect([late.status, late.text]).toEqual([404, unknown.text])
  expect((await site.visitor().get(pathOf(getPaidCalendarFile, { token }))).status).toBe(404)
  expect((await site.visitor().get(link)).headers['location']).toContain('/#/bookings')
})

test('the mailed link leads to the same page again once it has been paid', async () => {
  const { session, link } = await reservedByPhone()
  await site.cards.pay(session)
  const token = tokenOf(await comeBack(site.visitor(), session))
  expect((await site.visitor().get(link)).headers['location']).toBe(`${site.origin}/#/paid/${token}`)
})

test('a payment that is still being confirmed says so, and is taken up when the page looks again', async () => {
  const { session, bookingId } = await reservedByPhone()
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  const path = await wayBack(session)
  await site.cards.tell('faults', { route: '*', kind: '429', count: 1000 })
  const token = tokenOf(String((await site.visitor().get(path)).headers['location']))
  expect((await pageOf(token)).json).toMatchObject({ outcome: 'confirming', paidAt: null })
  await site.cards.tell('faults/clear')
  expect((await pageOf(token)).json).toMatchObject({ outcome: 'paid', paidAt: expect.any(String) })
  const booking = await site.deps.db.selectFrom('bookings').select('status').where('id', '=', bookingId).executeTakeFirstOrThrow()
  expect(booking.status).toBe('confirmed')
})

test('a payment that came too late says that it goes back, and why', async () => {
  const { session, bookingId, day } = await reservedByPhone()
  const { db } = site.deps
  await db.updateTable('bookings').set({ status: 'expired', expired_at: site.deps.now() }).where('id', '=', bookingId).execute()
  await db.updateTable('departures').set({ capacity: 0, seats_taken: 0 }).where('departs_on', '=', day).execute()
  await site.cards.pay(session)
  const late = (await pageOf(tokenOf(await comeBack(site.visitor(), session)))).json
  expect(late).toMatchObject({ outcome: 'returned', returnReason: 'too_late', amount: '1090.00' })
  expect(await seatsTaken(site, day)).toBe(0)
})

test('a payment of another amount is being checked, and shows the amount that was asked for', async () => {
  const { session } = await reservedByPhone()
  await site.cards.tell('alter', { amount: 100 })
  await site.cards.pay(session)
  expect((await pageOf(tokenOf(await comeBack(site.visitor(), session)))).json).toMatchObject({ outcome: 'checking', amount: '1090.00' })
})

test('the calendar file of the page has the journey in it, and that of a move no address', async () => {
  const { session } = await reservedByPhone()
  await site.cards.pay(session)
  const file = await site.visitor().get(pathOf(getPaidCalendarFile, { token: tokenOf(await comeBack(site.visitor(), session)) }))
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(file.text).toContain('SUMMARY:')

  const { link } = await approvedQuote(site)
  const moving = await clickLink(site.visitor(), link)
  await site.cards.pay(moving)
  const token = tokenOf(await comeBack(site.visitor(), moving))
  expect((await pageOf(token)).json).toMatchObject({ outcome: 'paid', kind: 'vehicle', guests: null, startTime: expect.any(String) })
  const move = await site.visitor().get(pathOf(getPaidCalendarFile, { token }))
  expect(move.status).toBe(200)
  for (const word of ['Carrier Street', 'EC1A', 'Ada']) expect(move.text).not.toContain(word)
})

test('a booking that is cancelled after it was paid says so, and has no calendar file any more', async () => {
  const { session, customer } = await reservedByPhone()
  await site.cards.pay(session)
  const token = tokenOf(await comeBack(site.visitor(), session))
  const [booking] = await customer.bookings()
  await customer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking?.id, stripeId: booking?.stripeid, reason: 'Ill' })
  expect((await pageOf(token)).json.outcome).toBe('cancelled')
  expect((await site.visitor().get(pathOf(getPaidCalendarFile, { token }))).status).toBe(404)
})
