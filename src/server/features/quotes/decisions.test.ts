import { expect, test } from 'vitest'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { continuePayment } from '#shared/payments/checkout-calls.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import { previews, renderTemplate } from '#server/emails/templates.ts'
import { createBuyer } from '../../../../tests/support/buyers.ts'
import { approvedQuote, askForQuote, createStaff, linkOf, mailsAbout, statusOf } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { expireQuotes } from './endings.ts'

const site = await openPaymentSite()

const NOBODY = '00000000-0000-4000-8000-000000000000'

test('signed out the staff calls are 401, for customers 403, before anything is read or looked for', async () => {
  const customer = await createBuyer(site)
  const visitor = site.visitor()
  const all = [
    (who: typeof customer) => who.get(staffQuoteCalls.listQuotes.path),
    (who: typeof customer) => who.post(pathOf(staffQuoteCalls.approveQuote, { id: NOBODY }), 'not even JSON'),
    (who: typeof customer) => who.post(pathOf(staffQuoteCalls.declineQuote, { id: NOBODY }), {}),
  ]
  const statusesFor = async (who: typeof customer) => Promise.all(all.map(async (ask) => (await ask(who)).status))
  expect(await statusesFor(visitor)).toEqual([401, 401, 401])
  expect(await statusesFor(customer)).toEqual([403, 403, 403])
})

test('reads from the database on each call who is staff (ASVS 8.3.1)', async () => {
  const staff = await createStaff(site, 'admin')
  expect((await staff.get(staffQuoteCalls.listQuotes.path)).status).toBe(200)
  const { db } = site.deps
  await db.updateTable('users').set({ role: 'customer' }).where('email', '=', staff.email).execute()
  expect((await staff.get(staffQuoteCalls.listQuotes.path)).status).toBe(403)
  await db.updateTable('users').set({ role: 'admin', deleted_at: new Date() }).where('email', '=', staff.email).execute()
  expect((await staff.get(staffQuoteCalls.listQuotes.path)).status).toBe(401)
})

test('a request shows staff all they need for an answer', async () => {
  const { id, mover } = await askForQuote(site, { notes: 'The key is with the neighbour' })
  const staff = await createStaff(site)
  await site.deps.db.updateTable('vehicle_bookings').set({ contact_phone: '2079460111' }).where('booking_id', '=', id).execute()
  const quotes = (await staff.get(`${staffQuoteCalls.listQuotes.path}?status=pending`)).json
  expect(quotes.find((quote: { id: string }) => quote.id === id)).toMatchObject({
    status: 'pending',
    askedPrice: '34800.00',
    price: '34800.00',
    version: 0,
    pickupPinCode: 'EC1A 1BB',
    dropoffPinCode: 'CB2 1TN',
    notes: 'The key is with the neighbour',
    contact: { name: 'Test Buyer', email: mover.email, phone: { text: '+44 20 7946 0111', number: '+442079460111' } },
    account: { email: mover.email },
    photos: [],
  })
  const declined = (await staff.get(`${staffQuoteCalls.listQuotes.path}?status=declined`)).json
  expect(declined.map((quote: { id: string }) => quote.id)).not.toContain(id)
  expect((await staff.get(`${staffQuoteCalls.listQuotes.path}?status=lost`)).status).toBe(400)
})

test('approving at the estimate sends one link, however often it is clicked', async () => {
  const { id, mover } = await askForQuote(site)
  const staff = await createStaff(site)
  const answers = await Promise.all(Array.from({ length: 10 }, () => staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), {})))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await mailsAbout(site, id)).toEqual(['quote-received', 'quote-approved'])
  const [mine] = (await mover.get(bookingCalls.listVehicleBookings.path)).json
  expect(mine).toMatchObject({ status: 'approved', price: '34800.00', quotedPrice: null, reason: null })
  const days = (Date.parse(mine.payUntil) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(13.9)
  expect(days).toBeLessThan(14.1)
})

test('a different price needs a reason, which the customer reads with the price', async () => {
  const { id, mover } = await askForQuote(site)
  const staff = await createStaff(site, 'manager')
  const refused = await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 4_000_000 })
  expect(refused.json).toMatchObject({
    statusCode: 400,
    issues: [{ path: 'reason', message: 'Please explain why the price is different.' }],
  })
  await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 4_000_000, reason: 'A piano <b>& more' })
  const [mine] = (await mover.get(bookingCalls.listVehicleBookings.path)).json
  expect(mine).toMatchObject({ price: '40000.00', quotedPrice: '40000.00', reason: 'A piano <b>& more' })
  const mail = await site.deps.db.selectFrom('mails').selectAll().where('key', '=', `quote-approved:${id}:1`).executeTakeFirstOrThrow()
  const { html, text } = renderTemplate(mail.template, mail.data)
  expect(html).toContain('A piano &#60;b&#62;&#38; more')
  expect(text).toContain('₹40,000.00')
  expect(text).toContain(await linkOf(site, id))
})

test.each([-1, 0, 49, 4_000_000.5, 100_000_000, 'free'])('refuses a price of %s cents', async (priceCents) => {
  const { id } = await askForQuote(site)
  const staff = await createStaff(site)
  expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents, reason: 'why' })).status).toBe(400)
  expect(await statusOf(site, id)).toBe('pending')
})

test('a page of the version before sends the price in whole units', async () => {
  const { id } = await askForQuote(site)
  const staff = await createStaff(site, 'manager')
  expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), { price: 40_000.5, reason: 'A piano' })).status).toBe(200)
  expect((await staff.get(pathOf(staffQuoteCalls.getQuote, { id }))).json).toMatchObject({ status: 'approved', price: '40000.50' })
})

test('the token of a link is stored as a hash only', async () => {
  const { id, link } = await approvedQuote(site)
  const token = link.split('/').at(-1) ?? ''
  expect(token.length).toBeGreaterThanOrEqual(43)
  const [row] = await site.deps.db.selectFrom('quote_links').selectAll().where('booking_id', '=', id).execute()
  expect(row?.token_hash).toBeDefined()
  expect(row?.token_hash).not.toContain(token)
})

test('a quote expires at the latest when the move begins', async () => {
  const at = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const { id, mover } = await askForQuote(site, { pickupDate: at, dropoffDate: at })
  await (await createStaff(site)).post(pathOf(staffQuoteCalls.approveQuote, { id }), {})
  expect((await mover.get(bookingCalls.listVehicleBookings.path)).json[0].payUntil).toBe(at)
})

test('a request can be declined with a reason, once, and not be approved or paid afterwards', async () => {
  const { id, mover } = await askForQuote(site)
  const staff = await createStaff(site)
  expect((await staff.post(pathOf(staffQuoteCalls.declineQuote, { id }), {})).json.issues).toEqual([
    { path: 'reason', message: 'Please enter a reason' },
  ])
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => staff.post(pathOf(staffQuoteCalls.declineQuote, { id }), { reason: 'All crews are out' })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(await mailsAbout(site, id)).toEqual(['quote-received', 'quote-declined'])
  expect((await mover.get(bookingCalls.listVehicleBookings.path)).json[0]).toMatchObject({
    status: 'declined',
    reason: 'All crews are out',
  })
  expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), {})).json).toMatchObject({ statusCode: 409, code: 'not_quotable' })
  expect((await mover.post(pathOf(continuePayment, { id }))).json.code).toBe('not_payable')
})

test('withdrawing an approved quote closes its open page, and its link says so', async () => {
  const { id, link, staff } = await approvedQuote(site)
  await site.visitor().get(link)
  expect((await staff.post(pathOf(staffQuoteCalls.declineQuote, { id }), { reason: 'The van broke down' })).status).toBe(200)
  const page = await site.visitor().get(link)
  expect([page.status, page.text.includes('withdrawn this quote')]).toEqual([410, true])
  const attempts = await site.deps.db.selectFrom('payment_attempts').select('status').where('booking_id', '=', id).execute()
  expect(attempts).toEqual([{ status: 'expired' }])
})

test('finds no quote for tours, unknown and malformed ids', async () => {
  const staff = await createStaff(site)
  for (const id of [NOBODY, 'nonsense']) {
    expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), {})).status).toBe(404)
    expect((await staff.post(pathOf(staffQuoteCalls.declineQuote, { id }), { reason: 'x' })).status).toBe(404)
  }
})

async function letDayPass(bookingId: string): Promise<void> {
  const past = { pickup_at: new Date(0), dropoff_at: new Date(0) }
  await site.deps.db.updateTable('vehicle_bookings').set(past).where('booking_id', '=', bookingId).execute()
}

test('refuses to approve a request whose day has passed', async () => {
  const { id } = await askForQuote(site)
  const staff = await createStaff(site)
  await letDayPass(id)
  expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), {})).json.message).toContain('has passed')
})

test('expires an unanswered request once its day has passed, once and with an apology, and no other', async () => {
  const late = await askForQuote(site)
  const early = await askForQuote(site)
  await letDayPass(late.id)
  await Promise.all([expireQuotes(site.deps), expireQuotes(site.deps)])
  expect([await statusOf(site, late.id), await statusOf(site, early.id)]).toEqual(['expired', 'pending'])
  expect(await mailsAbout(site, late.id)).toEqual(['quote-received', 'request-expired'])
  expect(await mailsAbout(site, early.id)).toEqual(['quote-received'])
  const staff = await createStaff(site)
  expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id: late.id }), {})).status).toBe(409)
})

test.each(previews)('the mail $name renders whole, as HTML and as text', ({ mail }) => {
  const { subject, html, text } = mail()
  expect(subject.length).toBeGreaterThan(10)
  for (const part of [subject, html, text]) expect(part).not.toMatch(/undefined|NaN|\[object/)
})
