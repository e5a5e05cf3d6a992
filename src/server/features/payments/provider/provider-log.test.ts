import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { bookAndPay, bookingsOn, createBuyer, nextDay, TOUR } from '../../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../../tests/support/payment-site.ts'
import { providerClient } from '../../../../../tests/support/provider-client.ts'
import { WEBHOOK_SECRET } from '../../../../../tests/support/test-app.ts'
import { createSandboxCards } from './stripe.ts'
import { logFailures } from './log.ts'

const site = await openPaymentSite()
const port = Number(new URL(site.cards.url).port)
const REQUEST = expect.stringMatching(/^req_/)

/** What was logged while the work was done, with the provider's client as `settings` say. */
async function logOf(work: () => Promise<unknown>, settings: { key?: string } = {}): Promise<[string, object, string][]> {
  const lines: [string, object, string][] = []
  const line = (level: string) => (facts: unknown, message?: string) => void lines.push([level, facts as object, message ?? ''])
  const before = site.deps.cards
  const cards = createSandboxCards(() => port, WEBHOOK_SECRET, { maxNetworkRetries: 0, ...settings })
  site.deps.cards = logFailures(cards, { info: line('info'), warn: line('warn'), error: line('error') } as never)
  await work()
  site.deps.cards = before
  return lines
}

test('a key that is not accepted is an error that names the call, and the customer is not told that nobody is there (ASVS 16.3.4)', async () => {
  const buyer = await createBuyer(site)
  const lines = await logOf(
    async () => {
      const { json } = await buyer.checkout(TOUR, 1, nextDay())
      expect(json).toMatchObject({ code: 'payment_unavailable', message: expect.stringContaining('We can’t take card payments') })
      expect(json.message).not.toContain('reached')
    },
    { key: 'sk_test_revoked' },
  )
  expect(lines).toEqual([
    ['error', expect.objectContaining({ call: 'openSession', status: 401, requestId: REQUEST }), expect.stringMatching(/Invalid API Key/)],
  ])
})

test('a price that was switched off is an error with code and id', async () => {
  const tour = await site.deps.db.selectFrom('tours').selectAll().where('id', '=', TOUR).executeTakeFirstOrThrow()
  await providerClient(site).prices.update(tour.stripe_price_id ?? '', { active: false })
  const buyer = await createBuyer(site)
  const day = nextDay()
  const lines = await logOf(async () => {
    const { json } = await buyer.checkout(TOUR, 1, day)
    expect(json.message).toBe('We can’t take card payments for this right now. You haven’t been charged. Please contact us.')
  })
  expect(lines).toEqual([
    ['error', expect.objectContaining({ failure: 'refused', requestId: REQUEST }), expect.stringContaining('inactive')],
  ])
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['expired'])
  await providerClient(site).prices.update(tour.stripe_price_id ?? '', { active: true })
})

test('a provider that is away or limits us is a warning, and invites another try', async () => {
  const buyer = await createBuyer(site)
  await site.cards.tell('faults', { route: 'POST /v1/checkout/sessions', kind: '429' })
  const lines = await logOf(async () => {
    const response = await buyer.checkout(TOUR, 1, nextDay())
    expect(response.json.message).toContain(
      'We can’t reach the card service right now. You haven’t been charged. Please try again in a moment.',
    )
    expect(response.headers['retry-after']).toBe('5')
  })
  expect(lines).toEqual([['warn', expect.objectContaining({ failure: 'uncertain', status: 429 }), expect.anything()]])
})

test('a refusal that is part of the ordinary course is no more than information', async () => {
  const buyer = await createBuyer(site)
  const { stripeid } = await bookAndPay(site, buyer, 1, nextDay())
  await providerClient(site).refunds.create({ payment_intent: stripeid ?? '' })
  const lines = await logOf(async () => {
    const refund = site.deps.cards.createRefund({ id: randomUUID(), paymentId: stripeid ?? '', amountCents: 100, keyVersion: 1 })
    await expect(refund).rejects.toMatchObject({ failure: 'over_refunded' })
    await expect(site.deps.cards.getSession('cs_test_of_nobody')).rejects.toMatchObject({ failure: 'missing' })
  })
  expect(lines.map(([level, facts]) => [level, (facts as { failure: string }).failure])).toEqual([
    ['info', 'over_refunded'],
    ['info', 'missing'],
  ])
})

test('a list that fails is logged too, and what never fails is passed on as it is', async () => {
  await site.cards.tell('faults', { route: 'GET /v1/refunds', kind: '500', count: 9 })
  const lines = await logOf(async () => {
    expect(site.deps.cards.isLive).toBe(false)
    expect(site.deps.cards.subjectOf('refund.updated')).toBe('refund')
    const read = async () => {
      for await (const _ of site.deps.cards.listRefunds({ paymentId: 'pi_1' })) expect.unreachable()
    }
    await expect(read()).rejects.toMatchObject({ failure: 'server_error' })
  })
  expect(lines).toEqual([['warn', expect.objectContaining({ call: 'listRefunds' }), expect.anything()]])
})
