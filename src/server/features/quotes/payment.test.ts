import { expect, test } from 'vitest'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { getCheckoutSession, getPaidPage, payCancel } from '#shared/payments/calls.ts'
import { continuePayment, releaseSeats } from '#shared/payments/checkout-calls.ts'
import * as quoteCalls from '#shared/quotes/calls.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { sessionOf } from '../../../../tests/support/browser.ts'
import { passTime } from '../../../../tests/support/buyers.ts'
import {
  approvedQuote,
  ASKED_CENTS,
  askForQuote,
  clickLink,
  linkOf,
  mailsAbout,
  moneyOf,
  statusOf,
} from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { expireQuotes } from './endings.ts'

const CREATE = 'POST /v1/checkout/sessions'
const DAY = 24 * 60 * 60
const site = await openPaymentSite()

interface Session {
  id: string
  status: string
  amount_total: number
  currency: string
}

async function sessionsOf(bookingId: string): Promise<Session[]> {
  const attempts = await site.deps.db.selectFrom('payment_attempts').select('id').where('booking_id', '=', bookingId).execute()
  const ids = new Set(attempts.map(({ id }) => id))
  const { sessions } = await site.cards.state()
  return sessions.filter((session: { client_reference_id: string }) => ids.has(session.client_reference_id))
}

async function openSessionsOf(bookingId: string): Promise<Session[]> {
  return (await sessionsOf(bookingId)).filter(({ status }) => status === 'open')
}

test('the link of an approved quote leads to the card page signed out, and paying confirms the booking in rupees', async () => {
  const { mover, id, link } = await approvedQuote(site)
  const visitor = site.visitor()
  const session = await clickLink(visitor, link)
  expect((await sessionsOf(id))[0]).toMatchObject({ id: session, amount_total: ASKED_CENTS, currency: 'inr' })
  await site.cards.pay(session)
  expect(await statusOf(site, id)).toBe('confirmed')
  const [mine] = (await mover.get(bookingCalls.listVehicleBookings.path)).json
  expect(mine).toMatchObject({ status: 'confirmed', stripeId: expect.stringMatching(/^pi_/), payUntil: null })
  expect((await mover.get(pathOf(getCheckoutSession, { id: session }))).json.session).toMatchObject({
    payment_status: 'paid',
    currency: 'inr',
  })
  expect((await visitor.get(pathOf(getCheckoutSession, { id: session }))).status, 'the result is for the account that asked').toBe(401)
  expect(await mailsAbout(site, id)).toEqual(['quote-received', 'quote-approved', 'booking-confirmed'])
  const mails = await site.deps.db.selectFrom('mails').select('data').where('booking_id', '=', id).execute()
  const [time, ...others] = new Set(mails.map(({ data }) => (data as { startsAt?: string }).startsAt))
  expect([time, others], 'each of them says at what time').toEqual([expect.stringMatching(/^\d\d:\d\d London time$/), []])
})

test('clicked twice, the link leads to the one open page', async () => {
  const { id, link } = await approvedQuote(site)
  const first = await clickLink(site.visitor(), link)
  expect(await clickLink(site.visitor(), link)).toBe(first)
  expect(await openSessionsOf(id)).toHaveLength(1)
})

test('clicked twenty times at once, there is one attempt and one page', async () => {
  const { id, link, mover } = await approvedQuote(site)
  const clicks = Array.from({ length: 20 }, () => clickLink(site.visitor(), link))
  const continued = mover.post(pathOf(continuePayment, { id }))
  const sessions = new Set([...(await Promise.all(clicks)), sessionOf((await continued).json.url)])
  expect(sessions.size).toBe(1)
  expect(await sessionsOf(id)).toHaveLength(1)
})

test('after payment the link leads to the page that says so, and opens nothing', async () => {
  const { id, link } = await approvedQuote(site)
  await site.cards.pay(await clickLink(site.visitor(), link))
  const answer = await site.visitor().get(link)
  expect([answer.status, answer.headers['location']]).toEqual([303, expect.stringContaining(`${site.origin}/#/paid/`)])
  expect(await openSessionsOf(id)).toHaveLength(0)
})

test('a click while the payment is arriving finds it and does not ask for a second one', async () => {
  const { id, link } = await approvedQuote(site)
  const session = await clickLink(site.visitor(), link)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  const answer = await site.visitor().get(link)
  expect(answer.headers['location']).toContain(`${site.origin}/#/paid/`)
  expect(await statusOf(site, id)).toBe('confirmed')
  expect(await sessionsOf(id)).toHaveLength(1)
})

test('after its end a quote cannot be paid; the job ends it once, and the staff can quote it again', async () => {
  const { id, link, staff, mover } = await approvedQuote(site)
  await passTime(site, 14 * DAY + 60)
  const page = await site.visitor().get(link)
  expect([page.status, page.headers['content-type']]).toEqual([410, 'text/html; charset=utf-8'])
  expect(page.text).toContain('expired')
  expect(await sessionsOf(id)).toHaveLength(0)
  await expireQuotes(site.deps)
  await expireQuotes(site.deps)
  expect(await statusOf(site, id)).toBe('expired')
  expect((await site.visitor().get(link)).status).toBe(410)
  expect(await mailsAbout(site, id)).toEqual(['quote-received', 'quote-approved', 'quote-expired'])
  const refreshed = await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), {})
  expect(refreshed.status).toBe(200)
  expect((await site.visitor().get(link)).text).toContain('newer one')
  await site.cards.pay(await clickLink(mover, await linkOf(site, id)))
  expect(await statusOf(site, id)).toBe('confirmed')
})

test('the end of a quote does not cut off who is paying, and such a payment counts', async () => {
  const { id, link } = await approvedQuote(site)
  await passTime(site, 14 * DAY - 60)
  const session = await clickLink(site.visitor(), link)
  await passTime(site, 120)
  await expireQuotes(site.deps)
  expect(await statusOf(site, id)).toBe('approved')
  expect((await site.visitor().get(link)).status, 'but it cannot be begun any more').toBe(410)
  await site.cards.pay(session)
  expect(await statusOf(site, id)).toBe('confirmed')
})

test('a quote whose card page has ended unpaid stays approved, and the next click opens a new page', async () => {
  const { id, link } = await approvedQuote(site)
  const first = await clickLink(site.visitor(), link)
  await passTime(site, 36 * 60)
  await site.cards.tell('drain')
  expect(await statusOf(site, id)).toBe('approved')
  const second = await clickLink(site.visitor(), link)
  expect(second).not.toBe(first)
  await site.cards.pay(second)
  expect(await statusOf(site, id)).toBe('confirmed')
})

test('going back from the card page closes it, leads its owner to the moves among My Bookings and others to a page that pays again', async () => {
  const { id, link, mover } = await approvedQuote(site)
  const first = await clickLink(site.visitor(), link)
  const { cancel_token } = await site.deps.db
    .selectFrom('payment_attempts')
    .select('cancel_token')
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow()
  const back = await mover.get(`${payCancel.path}?token=${cancel_token}`)
  expect([back.status, back.headers['location']]).toEqual([303, `${site.origin}/#/bookings?tab=vehicles&checkout=cancelled`])
  expect(await statusOf(site, id)).toBe('approved')
  const stranger = await site.visitor().get(`${payCancel.path}?token=${cancel_token}`)
  const token = String(stranger.headers['location']).split('/#/paid/')[1] ?? ''
  expect((await site.visitor().get(pathOf(getPaidPage, { token }))).json).toMatchObject({ outcome: 'unpaid', canPayAgain: true })
  const second = await clickLink(site.visitor(), pathOf(quoteCalls.payQuote, { token }))
  expect(second).not.toBe(first)
  expect(await clickLink(site.visitor(), link)).toBe(second)
})

test('quoted anew, the page at the old price is closed first and only the new link and price hold', async () => {
  const { id, link, staff } = await approvedQuote(site)
  const old = await clickLink(site.visitor(), link)
  expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 4_000_000, reason: 'The piano' })).status).toBe(200)
  expect(await site.cards.pay(old)).toMatchObject({ kind: 'closed', status: 'expired' })
  const replaced = await site.visitor().get(link)
  expect([replaced.status, replaced.text.includes('newer one')]).toEqual([410, true])
  const session = await clickLink(site.visitor(), await linkOf(site, id))
  await site.cards.pay(session)
  expect(await moneyOf(site, id)).toEqual([{ role: 'primary', amount_cents: 4_000_000, currency: 'inr', refund_cents: null, state: null }])
})

test('an old price that was paid all the same goes back in full, and the new quote can still be paid', async () => {
  const { id, link, staff } = await approvedQuote(site)
  const old = await clickLink(site.visitor(), link)
  await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 4_000_000, reason: 'The piano' })
  await site.cards.pay(old, { force: true })
  expect(await statusOf(site, id)).toBe('approved')
  expect(await moneyOf(site, id)).toMatchObject([
    { role: 'late', amount_cents: ASKED_CENTS, refund_cents: ASKED_CENTS, state: 'succeeded' },
  ])
  await site.cards.pay(await clickLink(site.visitor(), await linkOf(site, id)))
  expect(await statusOf(site, id)).toBe('confirmed')
})

test('a quote that has just been paid cannot be quoted anew or declined: the payment counts', async () => {
  const { id, link, staff } = await approvedQuote(site)
  const session = await clickLink(site.visitor(), link)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  const answers = [
    await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 4_000_000, reason: 'The piano' }),
    await staff.post(pathOf(staffQuoteCalls.declineQuote, { id }), { reason: 'No crew' }),
  ]
  expect(answers.map(({ json }) => [json.statusCode, json.code])).toEqual([
    [409, 'not_quotable'],
    [409, 'not_quotable'],
  ])
  expect(await statusOf(site, id)).toBe('confirmed')
})

test('clicks and new quotes at once leave at most one page, at the newest price', async () => {
  const { id, link, staff } = await approvedQuote(site)
  for (let round = 1; round <= 8; round++) {
    const newest = round === 1 ? link : await linkOf(site, id)
    const priceCents = 4_000_000 + 100 * round
    await Promise.all([
      site.visitor().get(newest),
      staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents, reason: `round ${round}` }),
      site.visitor().get(newest),
    ])
    const open = await openSessionsOf(id)
    expect(open.length, `round ${round}`).toBeLessThanOrEqual(1)
    const { total_cents } = await site.deps.db.selectFrom('bookings').select('total_cents').where('id', '=', id).executeTakeFirstOrThrow()
    expect(total_cents).toBe(priceCents)
    for (const session of open) expect(session.amount_total).toBe(total_cents)
  }
})

test('when the provider is away a new quote is not made over an open page, and people see a page, not an error in code', async () => {
  const { id, link, staff } = await approvedQuote(site)
  await clickLink(site.visitor(), link)
  await site.cards.tell('faults', { route: '*', kind: '429', count: 100 })
  expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 4_000_000, reason: 'x' })).status).toBe(502)
  const page = await site.visitor().get(link)
  expect([page.status, page.headers['content-type']]).toEqual([502, 'text/html; charset=utf-8'])
  expect(await openSessionsOf(id)).toHaveLength(1)
})

test('a quote refused by the provider is still approved, and the next click tries again', async () => {
  const { id, link } = await approvedQuote(site)
  await site.cards.tell('faults', { route: CREATE, kind: '500', saved: true })
  expect((await site.visitor().get(link)).status).toBe(502)
  expect(await statusOf(site, id)).toBe('approved')
  await site.cards.pay(await clickLink(site.visitor(), link))
  expect(await statusOf(site, id)).toBe('confirmed')
})

test('the reconcile job completes an interrupted click', async () => {
  const { id, link } = await approvedQuote(site)
  await site.cards.tell('faults', { route: CREATE, kind: 'bare_404', count: 9 })
  expect((await site.visitor().get(link)).status).toBe(502)
  await site.cards.tell('faults/clear')
  await reconcile(site.deps, site.app.log, 0)
  expect(await openSessionsOf(id)).toHaveLength(1)
})

test.each(['nothing', 'x'.repeat(43), '%00', 'a%2Fb'])('refuses the link %s', async (token) => {
  const answer = await site.visitor().get(`/pay/q/${token}`)
  expect([400, 404]).toContain(answer.status)
  expect(answer.text).not.toContain('stack')
})

test('a link is looked at without opening a page by programs that only ask for its head', async () => {
  const { id, link } = await approvedQuote(site)
  const answer = await site.app.inject({ method: 'HEAD', url: link })
  expect(answer.statusCode).toBe(404)
  expect(await sessionsOf(id)).toHaveLength(0)
})

test('My Bookings pays an approved quote by the same page, and only its owner can', async () => {
  const { mover, id, link } = await approvedQuote(site)
  const { url } = (await mover.post(pathOf(continuePayment, { id }))).json
  expect(await clickLink(site.visitor(), link)).toBe(sessionOf(url))
  const { mover: other, id: asked } = await askForQuote(site)
  expect((await other.post(pathOf(continuePayment, { id }))).status).toBe(404)
  expect((await other.post(pathOf(continuePayment, { id: asked }))).json).toMatchObject({ statusCode: 409, code: 'not_payable' })
  expect((await mover.post(pathOf(releaseSeats, { id }))).json).toMatchObject({ statusCode: 409 })
  expect(await openSessionsOf(id)).toHaveLength(1)
})
