import Stripe from 'stripe'
import { SANDBOX_KEY } from '../../packages/card-sandbox/api.ts'
import type { TestApp } from './test-app.ts'

/** Returns the card provider's own client, to inspect its state or act as staff would in its dashboard. */
export function providerClient({ cards }: TestApp): Stripe {
  return new Stripe(SANDBOX_KEY, { host: '127.0.0.1', port: Number(new URL(cards.url).port), protocol: 'http', telemetry: false })
}
