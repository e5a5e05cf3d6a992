import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { SANDBOX_KEY } from './api.ts'

export interface Sample {
  /** Where it comes from, for the complaint. */
  from: string
  /** What it should be, as a type of the SDK. */
  type: string
  body: unknown
}

const ROOT = join(import.meta.dirname, '../..')
const COMPLAINT = /^samples\.ts\((\d+),\d+\): error TS\d+: /

/**
 * Has the compiler compare samples with the SDK's types, which the provider generates from its OpenAPI document. Returns
 * a complaint for each field that is missing, unknown, or holds what it cannot.
 */
export function judge(samples: Sample[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'card-sandbox-fidelity-'))
  try {
    cpSync(join(ROOT, 'node_modules/stripe/esm'), join(folder, 'stripe'), { recursive: true, filter: (path) => !/\.(js|map)$/.test(path) })
    closeTypes(join(folder, 'stripe/shared.d.ts'))
    const lines = samples.map(({ type, body }, index) => `export const sample${index}: ${type} = ${JSON.stringify(body)}`)
    writeFileSync(
      join(folder, 'samples.ts'),
      [
        "import type Stripe from './stripe/stripe.esm.node.js'",
        "import type { StripeRawError as RawError } from './stripe/Types.js'",
        ...lines,
      ].join('\n'),
    )
    return compile(folder).map((line) => {
      const number = Number(COMPLAINT.exec(line)?.[1] ?? 0)
      return `${samples[number - 3]?.from ?? 'the check itself'}: ${line.replace(COMPLAINT, '')}`
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Makes the types say what the wire carries: no value but those listed, and decimals as text. */
function closeTypes(file: string): void {
  let text = readFileSync(file, 'utf8')
  for (const [open, closed] of [
    ['export type OtherString = string & Record<never, never>;', 'export type OtherString = never;'],
    ["export { Decimal } from './Decimal.js';", 'export type Decimal = string;'],
  ] as const) {
    if (!text.includes(open)) throw new Error(`the SDK no longer says ${open}`)
    text = text.replace(open, closed)
  }
  writeFileSync(file, text)
}

/** Returns the lines that the compiler printed, without the details that it indents. */
function compile(folder: string): string[] {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const strictness = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', '--noEmit', '--pretty', 'false']
  const target = ['--target', 'esnext', '--module', 'nodenext', '--types', '']
  const { stdout, status } = spawnSync(process.execPath, [compiler, ...strictness, ...target, 'samples.ts'], {
    encoding: 'utf8',
    cwd: folder,
  })
  if (status !== 0 && stdout === '') throw new Error('the compiler could not be run')
  return stdout.split('\n').filter((line) => line !== '' && !line.startsWith(' '))
}

const TYPES: Record<string, string> = {
  balance: 'Stripe.Balance',
  balance_transaction: 'Stripe.BalanceTransaction',
  charge: 'Stripe.Charge',
  'checkout.session': 'Stripe.Checkout.Session',
  dispute: 'Stripe.Dispute',
  item: 'Stripe.LineItem',
  payment_intent: 'Stripe.PaymentIntent',
  payout: 'Stripe.Payout',
  price: 'Stripe.Price',
  product: 'Stripe.Product',
  refund: 'Stripe.Refund',
  webhook_endpoint: 'Stripe.WebhookEndpoint',
}

interface Body {
  object?: string
  type?: string
  data?: unknown
}

/** Returns what a response holds: a list and each of its objects apart, an event as the type of event that it is. */
export function samplesOf(from: string, body: Body): Sample[] {
  if (body.object === 'list') {
    const { data } = body as { data: Body[] }
    return [{ from, type: 'Stripe.ApiList<unknown>', body }, ...data.flatMap((each) => samplesOf(from, each))]
  }
  if (body.object === 'event') return [{ from: `${from} (${body.type})`, type: `Extract<Stripe.Event, { type: '${body.type}' }>`, body }]
  if (body.object === undefined) return [{ from, type: '{ error: RawError }', body }]
  return [{ from, type: TYPES[body.object] ?? 'never', body }]
}

/** Returns a client of a sandbox that keeps whatever it receives, and what it has kept. */
export function createRecorder(port: number): { stripe: Stripe; samples: Sample[] } {
  const samples: Sample[] = []
  const recordingFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    samples.push(...samplesOf(`${init?.method} ${pathname}: ${response.status}`, (await response.clone().json()) as Body))
    return response
  }
  const stripe = new Stripe(SANDBOX_KEY, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(recordingFetch),
  })
  return { stripe, samples }
}
