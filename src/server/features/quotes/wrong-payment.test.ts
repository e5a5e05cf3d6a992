import { expect, test } from 'vitest'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { continuePayment } from '#shared/payments/checkout-calls.ts'
import * as quoteCalls from '#shared/quotes/calls.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import { decideWrongPayment } from '#server/features/fulfilment/quarantine.ts'
import { operator } from '#server/lib/actors.ts'
import { passTime } from '../../../../tests/support/buyers.ts'
import { approvedQuote, ASKED_CENTS, clickLink, mailsAbout, moneyOf, statusOf } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { expireQuotes } from './endings.ts'

const DAY = 24 * 60 * 60
const LACKING_CENTS = 100
const site = await openPaymentSite()

/** Pays too little for an approved quote. Returns it with the task that waits for a person. */
async function wronglyPaidQuote() {
  const quote = await approvedQuote(site)
  const session = await clickLink(site.visitor(), quote.link)
  await site.cards.tell('alter', { amount: ASKED_CENTS - LACKING_CENTS })
  await site.cards.pay(session)
  const task = await site.deps.db.selectFrom('tasks').select('id').where('booking_id', '=', quote.id).executeTakeFirstOrThrow()
  return { ...quote, task: task.id }
}

type WronglyPaid = Awaited<ReturnType<typeof wronglyPaidQuote>>

const listed = async ({ mover }: WronglyPaid) => (await mover.get(bookingCalls.listVehicleBookings.path)).json[0]
const decide = async ({ task }: WronglyPaid, decision: 'confirm' | 'refund') =>
  decideWrongPayment(site.deps, operator('admin_1'), task, decision)

async function countAttempts({ id }: WronglyPaid): Promise<number> {
  return (await site.deps.db.selectFrom('payment_attempts').select('id').where('booking_id', '=', id).execute()).length
}

test('nobody is asked to pay a quote a second time while a payment of it waits for a decision', async () => {
  const quote = await wronglyPaidQuote()
  const page = await site.visitor().get(quote.link)
  expect([page.status, page.text.includes('don’t need to pay again')]).toEqual([410, true])
  const continued = (await quote.mover.post(pathOf(continuePayment, { id: quote.id }))).json
  expect(continued).toMatchObject({ statusCode: 409, code: 'not_payable', message: expect.stringContaining('don’t need to pay again') })
  expect(await countAttempts(quote)).toBe(1)
  expect(await listed(quote)).toMatchObject({ status: 'approved', isPaymentUnderReview: true })
})

test('a page that is open beside a payment that waits for a decision is closed by the next click', async () => {
  const { link, ...quote } = await approvedQuote(site)
  const old = await clickLink(site.visitor(), link)
  await passTime(site, 36 * 60)
  await site.cards.tell('drain')
  const open = await clickLink(site.visitor(), link)
  await site.cards.tell('alter', { amount: ASKED_CENTS - LACKING_CENTS })
  await site.cards.pay(old, { force: true })
  expect((await site.visitor().get(link)).text).toContain('don’t need to pay again')
  expect(await site.cards.pay(open)).toMatchObject({ kind: 'closed', status: 'expired' })
  expect(await moneyOf(site, quote.id)).toMatchObject([{ role: 'quarantined', refund_cents: null }])
})

test('money that is on its way is not asked for again either, in My Bookings or by the link', async () => {
  const { mover, id, link } = await approvedQuote(site)
  await site.cards.pay(await clickLink(site.visitor(), link), { delayed: true })
  const [mine] = (await mover.get(bookingCalls.listVehicleBookings.path)).json
  expect(mine).toMatchObject({ status: 'approved', isPaymentUnderReview: true })
  const page = await site.visitor().get(link)
  expect([page.status, page.text.includes('on its way from your bank'), page.text.includes('seats')]).toEqual([409, true, false])
  expect(await moneyOf(site, id)).toEqual([])
})

test('such a quote is neither withdrawn, quoted anew, sent again, declined nor ended before the decision', async () => {
  const quote = await wronglyPaidQuote()
  const withdrawn = (await quote.mover.post(pathOf(quoteCalls.withdrawQuote, { id: quote.id }))).json
  expect(withdrawn).toMatchObject({ statusCode: 409, code: 'not_cancellable', message: expect.stringContaining('checking your payment') })
  const { staff, id } = quote
  await passTime(site, 120)
  for (const answer of [
    await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 4_000_000, reason: 'The piano' }),
    await staff.post(pathOf(staffQuoteCalls.resendQuote, { id })),
    await staff.post(pathOf(staffQuoteCalls.declineQuote, { id }), { reason: 'No crew' }),
  ]) {
    expect(answer.json).toMatchObject({
      statusCode: 409,
      code: 'not_quotable',
      message: expect.stringContaining('complete its task first'),
    })
  }
  await passTime(site, 14 * DAY)
  await expireQuotes(site.deps)
  expect(await statusOf(site, id)).toBe('approved')
  expect((await site.visitor().get(quote.link)).text).toContain('don’t need to pay again')
  expect(await mailsAbout(site, id)).toEqual(['quote-received', 'quote-approved'])
})

test('accepted, the payment confirms the move, and My Bookings no longer says that it is being checked', async () => {
  const quote = await wronglyPaidQuote()
  await decide(quote, 'confirm')
  expect(await listed(quote)).toMatchObject({ status: 'confirmed' })
  expect(await listed(quote)).not.toHaveProperty('isPaymentUnderReview')
})

test('given back, the quote can be paid again by its link until it ends', async () => {
  const quote = await wronglyPaidQuote()
  await decide(quote, 'refund')
  expect(await listed(quote)).toMatchObject({ status: 'approved' })
  expect(await listed(quote)).not.toHaveProperty('isPaymentUnderReview')
  await site.cards.pay(await clickLink(site.visitor(), quote.link))
  expect(await statusOf(site, quote.id)).toBe('confirmed')
  expect((await moneyOf(site, quote.id)).map(({ role, state }) => [role, state])).toEqual([
    ['quarantined', 'succeeded'],
    ['primary', null],
  ])
})
