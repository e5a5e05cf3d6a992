import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessionParams, SITE, startTestSandbox, type TestSandbox } from '../test-support.ts'

let sandbox: TestSandbox
let path: string
let id: string
beforeEach(async () => {
  sandbox = await startTestSandbox()
  const name = '<script>alert(1)</script> & "Lofoten"'
  const price_data = { currency: 'usd', unit_amount: 62_000, product_data: { name } }
  const session = await sandbox.stripe.checkout.sessions.create(
    sessionParams({ line_items: [{ price_data, quantity: 2 }], customer_email: 'ada@example.com' }),
  )
  id = session.id
  path = `/c/pay/${id}`
  expect(session.url).toBe(`${SITE}/card-sandbox${path}`)
})
afterEach(() => sandbox.stop())

const GOOD = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Ada Lovelace' }
const get = (at: string) => fetch(sandbox.url + at, { redirect: 'manual' })
const post = (at: string, fields: Record<string, string>) =>
  fetch(sandbox.url + at, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
/** Submits the form and returns the address it redirects to. */
async function send(fields: Record<string, string>): Promise<string> {
  const answer = await post(`/card-sandbox${path}`, fields)
  expect(answer.status).toBe(303)
  const { pathname, search } = new URL(String(answer.headers.get('location')), `${SITE}/card-sandbox${path}`)
  expect(pathname).toBe(`/card-sandbox${path}`)
  return pathname + search
}
/** Submits the form as a browser does and returns the page it is redirected to. */
const submit = async (fields: Record<string, string>) => (await get(await send(fields))).text()
const countCharges = async () => (await sandbox.stripe.charges.list()).data.length

describe('the hosted checkout page', () => {
  test('shows what is being paid for, escaped, and its labelled fields, and says that no money moves', async () => {
    const page = await (await get(path)).text()
    expect(page).not.toContain('<script')
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Lofoten&quot;')
    for (const label of ['Card number', 'Expiry', 'CVC', 'Name on card'])
      expect(page).toMatch(new RegExp(`<label for="\\w+">${label}</label>`))
    expect(page).toContain('Pay $1,240.00</button>')
    expect(page).toContain('2 × $620.00')
    expect(page).toContain('no money moves')
    expect(page).toMatch(/<a class="back" href="http:\/\/site\.test\/pay\/cancel\?attempt=1">Back<\/a>/)
  })

  test("shows the site's description of the purchase, escaped", async () => {
    const custom_text = { submit: { message: 'Lofoten <b>, 3 Apr 2027, 2 guests. Free cancellation until 20 Mar 2027.' } }
    const session = await sandbox.stripe.checkout.sessions.create(sessionParams({ custom_text }))
    expect(session.custom_text).toMatchObject(custom_text)
    const page = await (await get(`/c/pay/${session.id}`)).text()
    expect(page).toContain('Lofoten &lt;b&gt;, 3 Apr 2027, 2 guests. Free cancellation until 20 Mar 2027.')
  })

  test('is served with and without the public prefix, under a policy that names its one style', async () => {
    const direct = await get(path)
    const prefixed = await get(`/card-sandbox${path}`)
    const page = await prefixed.text()
    expect(page).toBe(await direct.text())
    const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    const policy = prefixed.headers.get('content-security-policy')
    expect(policy).toContain(`style-src 'sha256-${hash}'`)
    expect(policy).toContain(`form-action 'self' ${SITE};`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(page).not.toMatch(/ style=| src=|<script/)
  })

  test('takes the payment and leads back only after the site has accepted the event', async () => {
    const answer = await post(`/card-sandbox${path}`, GOOD)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${SITE}/pay/return?session_id=${id}`)
    expect(sandbox.receiver.types()).toEqual(['checkout.session.completed'])
  })

  test('does not wait for an event that is held', async () => {
    await sandbox.control('webhooks', { hold: true })
    expect((await post(path, GOOD)).status).toBe(303)
    expect(sandbox.receiver.events).toEqual([])
  })

  test('names every wrong field, keeps what was typed but never the CVC, and stores no unknown number', async () => {
    const page = await submit({ number: '5555 5555 5555 4444', expiry: '01/20', cvc: '98765', name: '' })
    expect(page).toContain('<title>Error: ')
    expect(page).toMatch(/id="number"[^>]*value="5555 5555 5555 4444"[^>]*aria-invalid="true" aria-describedby="number-error" autofocus/)
    expect(page.match(/class="error" id="\w+-error" role="alert"/g)).toHaveLength(4)
    expect(page.match(/ autofocus/g)).toHaveLength(1)
    expect(page).not.toContain('987')
    expect(readFileSync(sandbox.stateFile, 'utf8')).not.toMatch(/5555|4242424242424242/)
    expect(await countCharges()).toBe(0)
  })

  test('stores only the brand and last four digits of a good card', async () => {
    await post(path, GOOD)
    const journal = readFileSync(sandbox.stateFile, 'utf8')
    expect(journal).toContain('"last4":"4242"')
    expect(journal).not.toMatch(/42424242|4242 4242/)
  })

  test('shows a decline beside the field and lets the customer try again', async () => {
    const page = await submit({ ...GOOD, number: '4000 0000 0000 0127' })
    expect(page).toContain('class="alert" role="alert"')
    expect(page).toMatch(/id="cvc-error" role="alert">Your card&#39;s security code is incorrect/)
    expect((await post(path, GOOD)).headers.get('location')).toBe(`${SITE}/pay/return?session_id=${id}`)
  })

  test('shows the outcome of a form once, so that a reload starts afresh, and stores no card number to do so', async () => {
    for (const wrong of [{ number: '4000 0000 0000 0002' }, { number: '5555 5555 5555 4444' }]) {
      expect(await submit({ ...GOOD, ...wrong })).toContain(`value="${wrong.number}"`)
      const again = await (await get(path)).text()
      expect(again).not.toMatch(/role="alert"|<title>Error/)
      expect(again).not.toContain(`value="${wrong.number}"`)
    }
    expect(readFileSync(sandbox.stateFile, 'utf8')).not.toMatch(/4000 ?0000 ?0000 ?0002|5555/)
  })

  test('shows nobody else what was typed before or whose purchase it is, and lets no browser store it', async () => {
    const seen: string[] = []
    for (const wrong of [{ number: '4000 0000 0000 0002' }, { number: '5555 5555 5555 4444', name: 'Grace Hopper' }]) {
      const own = await send({ ...GOOD, ...wrong })
      // Another visitor opens the link before the browser that sent the form has followed its redirect.
      seen.push(await (await get(path)).text(), await (await get(`${path}?shown=0`)).text())
      expect(await (await get(own)).text()).toContain(`value="${wrong.number}"`)
      seen.push(await (await get(own)).text())
    }
    await post(path, { ...GOOD, number: '4000002760003184' })
    const question = await get(`${path}/authenticate`)
    seen.push(await question.text(), await (await get(path)).text())
    for (const page of seen) {
      expect(page).not.toMatch(/Ada|Grace|12 \/ 34|ending in|ada@example|role="alert"/)
      expect(page).not.toMatch(/ value="[^"]*\d/)
      for (const input of page.match(/<input[^>]*>/g) ?? []) expect(input).toContain('autocomplete="off"')
    }
    expect(question.headers.get('cache-control')).toBe('no-store')
    expect((await get(path)).headers.get('cache-control')).toBe('no-store')
  })

  test('asks for 3-D Secure on a separate page, with addresses that work behind any prefix', async () => {
    const asked = await post(`/card-sandbox${path}`, { ...GOOD, number: '4000002760003184' })
    expect(asked.headers.get('location')).toBe(`${id}/authenticate`)
    const question = await (await get(`${path}/authenticate`)).text()
    expect(question).toContain('<h1>Authenticate</h1>')
    const failed = await post(`${path}/authenticate`, { outcome: 'fail' })
    expect(failed.headers.get('location')).toBe(`../${id}?authentication=failed`)
    expect(await (await get(`${path}?authentication=failed`)).text()).toContain('role="alert"')
    await post(path, { ...GOOD, number: '4000002760003184' })
    const completed = await post(`${path}/authenticate`, { outcome: 'complete' })
    expect(completed.headers.get('location')).toBe(`${SITE}/pay/return?session_id=${id}`)
    expect((await get(`${path}/authenticate`)).status).toBe(409)
  })

  test('charges once, however often and fast Pay is pressed', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(path, GOOD)))
    const ledTo = answers.map((each) => [each.status, each.headers.get('location')])
    const toSite = [303, `${SITE}/pay/return?session_id=${id}`]
    expect(ledTo).toEqual(expect.arrayContaining([toSite]))
    expect(ledTo.filter(([, location]) => location === id)).toHaveLength(9)
    const again = await get(path)
    expect(again.status).toBe(409)
    expect(await again.text()).toContain(`href="${SITE}/pay/return?session_id=${id}"`)
    expect(await countCharges()).toBe(1)
  })

  test('charges nothing for an expired session and leads back to the site', async () => {
    await sandbox.stripe.checkout.sessions.expire(id)
    expect((await post(path, GOOD)).headers.get('location')).toBe(id)
    const answer = await get(path)
    expect(answer.status).toBe(410)
    expect(await answer.text()).toContain(`href="${SITE}/pay/cancel?attempt=1"`)
    expect(await countCharges()).toBe(0)
  })

  test('answers 404 for an unknown session', async () => {
    expect((await get('/c/pay/cs_test_none')).status).toBe(404)
    expect((await get('/card-sandbox/')).status).toBe(404)
  })
})

test('the receipt shows the amount, the card and what was refunded', async () => {
  await post(path, GOOD)
  const [charge] = (await sandbox.stripe.charges.list()).data
  await sandbox.stripe.refunds.create({ charge: String(charge?.id), amount: 4000 })
  const page = await (await get(new URL(String(charge?.receipt_url)).pathname)).text()
  expect(page).toContain('$1,240.00')
  expect(page).toContain('Visa ending in 4242')
  expect(page).toContain('$40.00')
})
