import Stripe from 'stripe'
import { SANDBOX_KEY } from '../../card-sandbox/sandbox.ts'
import type { TestApp } from './test-app.ts'

/** Returns the card provider's own client, to look at what the site has done there and to do what staff would do by hand. */
export function providerClient({ cards }: TestApp): Stripe {
  return new Stripe(SANDBOX_KEY, { host: '127.0.0.1', port: Number(new URL(cards.url).port), protocol: 'http', telemetry: false })
}
