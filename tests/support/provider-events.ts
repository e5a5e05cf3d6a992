import { deliverEvent } from '../../src/shared/payments/calls.ts'
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { WEBHOOK_SECRET, type TestApp } from './test-app.ts'

export interface EventOptions {
  id?: string
  livemode?: boolean
  secret?: string
  /** How long ago it was signed, in seconds. */
  ageSeconds?: number
  /** Replaces the payload after signing. */
  tampered?: (payload: string) => string
}

/** Sends the site a provider event. Returns the status of the response. */
export async function postEvent(site: TestApp, type: string, objectId: string, options: EventOptions = {}): Promise<number> {
  const { id = `evt_test_${randomUUID()}`, livemode = false, secret = WEBHOOK_SECRET, ageSeconds = 0, tampered } = options
  const payload = JSON.stringify({ id, object: 'event', type, livemode, data: { object: { id: objectId } } })
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const response = await site.app.inject({
    method: 'POST',
    url: deliverEvent.path,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload: tampered ? tampered(payload) : payload,
  })
  return response.statusCode
}
