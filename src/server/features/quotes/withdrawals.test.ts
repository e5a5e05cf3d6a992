import { expect, test } from 'vitest'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import { continuePayment } from '#shared/payments/checkout-calls.ts'
import * as quoteCalls from '#shared/quotes/calls.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import { sessionOf } from '../../../../tests/support/browser.ts'
import { createBuyer, mailsTo } from '../../../../tests/support/buyers.ts'
import {
  approvedQuote,
  ASKED_CENTS,
  askForQuote,
  clickLink,
  createStaff,
  mailsAbout,
  moneyOf,
  statusOf,
} from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'

const site = await openPaymentSite()

async function auditOf(bookingId: string) {
  return site.deps.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('subject_id', '=', bookingId)
    .execute()
}

test('a customer can withdraw an undecided request once, and both sides can see that', async () => {
  const { mover, id } = await askForQuote(site)
  const withdraw = () => mover.post(pathOf(quoteCalls.withdrawQuote, { id }))
  const responses = [...(await Promise.all([withdraw(), withdraw()])), await withdraw()]
  expect(responses.map(({ status, json }) => [status, json.message])).toEqual(responses.map(() => [200, 'Request withdrawn']))
  expect((await mover.get(bookingCalls.listVehicleBookings.path)).json[0]).toMatchObject({ id, status: 'withdrawn', payUntil: null })
  expect(await mailsAbout(site, id)).toEqual(['quote-received', 'quote-withdrawn'])
  const { user_id } = await site.deps.db.selectFrom('bookings').select('user_id').where('id', '=', id).executeTakeFirstOrThrow()
  expect(await auditOf(id)).toEqual([
    {
      actor_id: user_id,
      action: 'quote.withdrawn',
      before: { status: 'pending', totalCents: ASKED_CENTS, version: 0 },
      after: { status: 'withdrawn' },
    },
  ])

  const staff = await createStaff(site, 'manager')
  const waiting = (await staff.get(`${staffQuoteCalls.listQuotes.path}?status=pending`)).json
  expect(waiting.map((quote: { id: string }) => quote.id)).not.toContain(id)
  const listed = (await staff.get(`${staffQuoteCalls.listQuotes.path}?status=withdrawn`)).json
  expect(listed.map((quote: { id: string }) => quote.id)).toContain(id)
  const story = (await staff.get(pathOf(deskBookingCalls.getStory, { id }))).json
  expect(story.booking).toMatchObject({ status: 'withdrawn', withdrawnAt: expect.any(String) })
  for (const answer of [
    await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), {}),
    await staff.post(pathOf(staffQuoteCalls.declineQuote, { id }), { reason: 'No crew' }),
  ]) {
    expect(answer.json).toMatchObject({ code: 'not_quotable', message: 'The customer has withdrawn this request.' })
  }
})

test('an approved quote is withdrawn after its open page has been closed, and its link pays nothing any more', async () => {
  const { mover, id, link } = await approvedQuote(site)
  const session = await clickLink(site.visitor(), link)
  expect((await mover.post(pathOf(quoteCalls.withdrawQuote, { id }))).status).toBe(200)
  expect(await site.cards.pay(session)).toMatchObject({ kind: 'closed', status: 'expired' })
  const page = await site.visitor().get(link)
  expect([page.status, page.text.includes('has been withdrawn')]).toEqual([410, true])
  expect((await mover.post(pathOf(continuePayment, { id }))).json).toMatchObject({ statusCode: 409, code: 'not_payable' })
  expect(await mailsAbout(site, id)).toEqual(['quote-received', 'quote-approved', 'quote-withdrawn'])
})

test('what has been paid before a withdrawal counts, though nobody has heard of it yet', async () => {
  const { mover, id, link } = await approvedQuote(site)
  const session = await clickLink(site.visitor(), link)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  expect((await mover.post(pathOf(quoteCalls.withdrawQuote, { id }))).json).toMatchObject({ statusCode: 409, code: 'not_cancellable' })
  expect(await statusOf(site, id)).toBe('confirmed')
  expect(await mailsAbout(site, id)).toEqual(['quote-received', 'quote-approved', 'booking-confirmed'])
})

test('what is paid on a page that was closed by the withdrawal goes back in full', async () => {
  const { mover, id, link } = await approvedQuote(site)
  const session = await clickLink(site.visitor(), link)
  await mover.post(pathOf(quoteCalls.withdrawQuote, { id }))
  await site.cards.pay(session, { force: true })
  expect(await statusOf(site, id)).toBe('withdrawn')
  expect(await moneyOf(site, id)).toMatchObject([
    { role: 'late', amount_cents: ASKED_CENTS, refund_cents: ASKED_CENTS, state: 'succeeded' },
  ])
})

test('while the provider is away nothing is withdrawn from under an open page', async () => {
  const { mover, id, link } = await approvedQuote(site)
  const session = await clickLink(site.visitor(), link)
  await site.cards.tell('faults', { route: '*', kind: '429', count: 100 })
  expect((await mover.post(pathOf(quoteCalls.withdrawQuote, { id }))).status).toBe(502)
  expect(await statusOf(site, id)).toBe('approved')
  await site.cards.tell('faults/clear')
  await site.cards.pay(session)
  expect(await statusOf(site, id)).toBe('confirmed')
})

test('refuses to withdraw someone else’s request, a paid booking, or a tour', async () => {
  const { mover, id, link } = await approvedQuote(site)
  const other = await createBuyer(site)
  expect((await other.post(pathOf(quoteCalls.withdrawQuote, { id }))).status).toBe(404)
  expect((await site.visitor().post(pathOf(quoteCalls.withdrawQuote, { id }))).status).toBe(401)
  await site.cards.pay(await clickLink(mover, link))
  expect((await mover.post(pathOf(quoteCalls.withdrawQuote, { id }))).json).toMatchObject({ statusCode: 409, code: 'not_cancellable' })
  expect(await statusOf(site, id)).toBe('confirmed')
  expect(await mailsTo(site, other.email)).toEqual([])
})

test(
  'withdrawn and paid at the same moment, the request is either, and never paid and withdrawn',
  async () => {
    await repeat(15, async ({ number, jitter }) => {
      const { mover, id } = await approvedQuote(site)
      const session = sessionOf((await mover.post(pathOf(continuePayment, { id }))).json.url)
      if (number % 2 === 0) await site.cards.tell('webhooks', { drop: true })
      const pay = async () => jitter(10).then(async () => site.cards.pay(session))
      const withdraw = async () => jitter(10).then(async () => mover.post(pathOf(quoteCalls.withdrawQuote, { id })))
      const [paid, withdrawn] = await Promise.all([pay(), withdraw()])
      await site.cards.tell('webhooks')
      const isPaid = (paid as { kind: string }).kind === 'paid'
      expect([withdrawn.status, await statusOf(site, id)]).toEqual(isPaid ? [409, 'confirmed'] : [200, 'withdrawn'])
      expect(await moneyOf(site, id)).toHaveLength(isPaid ? 1 : 0)
    })
  },
  MANY_ROUNDS_MS,
)

test(
  'withdrawn and approved at the same moment, the request is withdrawn and nothing of it can be paid',
  async () => {
    const staff = await createStaff(site, 'manager')
    await repeat(15, async ({ jitter }) => {
      const { mover, id } = await askForQuote(site)
      const approve = async () => jitter(10).then(async () => staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), {}))
      const withdraw = async () => jitter(10).then(async () => mover.post(pathOf(quoteCalls.withdrawQuote, { id })))
      const [approved, withdrawn] = await Promise.all([approve(), withdraw()])
      expect([200, 409]).toContain(approved.status)
      expect([withdrawn.status, await statusOf(site, id)]).toEqual([200, 'withdrawn'])
      expect((await mover.post(pathOf(continuePayment, { id }))).json.code).toBe('not_payable')
    })
  },
  MANY_ROUNDS_MS,
)
