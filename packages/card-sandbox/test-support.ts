import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { SANDBOX_KEY } from './api.ts'
import { startCardSandbox } from './sandbox.ts'

export const WEBHOOK_SECRET = 'whsec_test_secret'
export const SITE = 'http://site.test'

/** Starts a webhook endpoint that keeps every correctly signed event in order of arrival. */
export async function startReceiver() {
  const events: Stripe.Event[] = []
  const refused: string[] = []
  const statuses: number[] = []
  let arrived = () => {}
  let gate = Promise.resolve()
  const arrivals: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      arrivals.push(request.url ?? '')
      arrived()
      void gate.then(answer)
    })
    const answer = () => {
      const status = statuses.shift() ?? 200
      try {
        const event = Stripe.webhooks.constructEvent(Buffer.concat(chunks), String(request.headers['stripe-signature']), WEBHOOK_SECRET)
        if (status === 200) events.push(event)
      } catch (failure) {
        refused.push(String(failure))
      }
      response.writeHead(status).end()
      arrived()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    events,
    refused,
    /** Sets the statuses of the next responses; afterwards they are 200 again. */
    answerNext: (...given: number[]) => statuses.push(...given),
    /** Keeps every sender waiting until the returned function is called. */
    closeGate: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    /** Resolves once `count` requests have arrived, answered or not. The returned function counts all so far. */
    waitForArrivals: async (count: number) => {
      while (arrivals.length < count) await new Promise<void>((resolve) => (arrived = resolve))
      return () => arrivals.length
    },
    types: () => events.map((event) => event.type),
    waitFor: async (count: number) => {
      while (events.length < count) await new Promise<void>((resolve) => (arrived = resolve))
      return events
    },
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  }
}

export const createStripe = (port: number, options: Stripe.StripeConfig = {}): Stripe =>
  new Stripe(SANDBOX_KEY, { host: '127.0.0.1', port, protocol: 'http', telemetry: false, maxNetworkRetries: 0, ...options })

export const createControl =
  (url: string) =>
  async <T = Record<string, unknown>>(name: string, body?: object): Promise<T> => {
    const method = name === 'state' ? 'GET' : 'POST'
    const headers = { authorization: `Bearer ${SANDBOX_KEY}` }
    const response = await fetch(`${url}/_control/${name}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`control ${name}: ${JSON.stringify(answer)}`)
    return answer as T
  }

export async function startTestSandbox() {
  const folder = mkdtempSync(join(tmpdir(), 'card-sandbox-'))
  const stateFile = join(folder, 'state.jsonl')
  const receiver = await startReceiver()
  const sandbox = await startCardSandbox({
    port: 0,
    stateFile,
    publicPath: '/card-sandbox',
    webhookUrl: receiver.url,
    webhookSecret: WEBHOOK_SECRET,
  })
  return {
    ...sandbox,
    stateFile,
    receiver,
    stripe: createStripe(sandbox.port),
    control: createControl(sandbox.url),
    stop: async () => {
      await sandbox.close()
      await receiver.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>

/** Two people at $620.00. */
export function sessionParams(changes: Stripe.Checkout.SessionCreateParams = {}): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    success_url: `${SITE}/pay/return?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${SITE}/pay/cancel?attempt=1`,
    line_items: [{ price_data: { currency: 'usd', unit_amount: 62_000, product_data: { name: 'Lofoten' } }, quantity: 2 }],
    ...changes,
  }
}

/** Pays a new session headlessly and returns the id of its PaymentIntent. */
export async function payNew(
  { stripe, control }: Pick<TestSandbox, 'stripe' | 'control'>,
  card: string,
  pay: object = {},
): Promise<string> {
  const session = await stripe.checkout.sessions.create(sessionParams())
  return (await control<{ payment_intent: string }>('pay', { session: session.id, card, wait: true, ...pay })).payment_intent
}

export async function failureOf(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const failure: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(failure instanceof Stripe.errors.StripeError)) throw new Error(`expected a StripeError, got ${String(failure)}`)
  return failure
}
