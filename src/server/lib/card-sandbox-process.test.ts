import { expect, test } from 'vitest'
import { createBuyer, nextDay } from '../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../tests/support/payment-site.ts'

const site = await openPaymentSite()
const TOUR = 'kyoto-temples-and-tea'
const CARD = { expiry: '12 / 34', cvc: '123', name: 'Ada Traveller' }

/** Returns where the response redirects. */
async function send(path: string, fields: Record<string, string>): Promise<string> {
  const { statusCode, headers } = await site.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
  expect(statusCode).toBe(303)
  return new URL(String(headers.location), `http://site.test${path}`).pathname
}

test('forms of card pages served through the site lead to the card provider’s own addresses', async () => {
  const session = await (await createBuyer(site)).openCheckout(TOUR, 1, nextDay())
  const page = `/card-sandbox/c/pay/${session}`
  expect(await send(page, { ...CARD, number: '4000000000000002' })).toBe(page)
  expect(await send(page, { ...CARD, number: '4000002500003155' })).toBe(`${page}/authenticate`)
  expect(await send(`${page}/authenticate`, { outcome: 'fail' })).toBe(page)
  expect(await send(page, { ...CARD, number: '4242424242424242' })).toBe('/pay/return')
})
