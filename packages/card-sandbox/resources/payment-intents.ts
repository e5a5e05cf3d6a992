import { now } from '../clock.ts'
import { missing } from '../errors.ts'
import type { Handler } from '../handler.ts'
import { listParams, noParams, read } from '../params.ts'
import { newId, type Store } from '../store.ts'
import type { PaymentIntent, Session } from '../types.ts'
import { paginate, withWhole } from '../wire.ts'

const listing = listParams({})

/** Throws ApiError 404 if there is none. */
export function getPaymentIntent(store: Store, id: string, param = 'intent'): PaymentIntent {
  const intent = store.get('payment_intent', id)
  if (!intent) throw missing('payment_intent', id, param)
  return intent
}

export function changePaymentIntent(store: Store, id: string, changes: Partial<PaymentIntent>): PaymentIntent {
  return store.put('payment_intent', { ...getPaymentIntent(store, id), ...changes })
}

/** Creates the PaymentIntent when the customer first confirms, as Stripe does. */
export function ensurePaymentIntent(store: Store, session: Session): PaymentIntent {
  if (session.payment_intent !== null) return getPaymentIntent(store, session.payment_intent)
  const intent = store.put('payment_intent', {
    id: newId('pi'),
    object: 'payment_intent',
    amount: session.amount_total,
    amount_received: 0,
    canceled_at: null,
    created: now(store),
    currency: session.currency,
    description: session._intentDescription,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: session._intentMetadata,
    status: 'requires_payment_method',
  })
  store.put('session', { ...session, payment_intent: intent.id })
  return intent
}

export const retrievePaymentIntent: Handler = (store, form, id) => {
  read(noParams, form)
  return getPaymentIntent(store, id)
}

export const listPaymentIntents: Handler = (store, form) =>
  withWhole(store, 'payment_intent', paginate(store.all('payment_intent'), '/v1/payment_intents', read(listing, form)))
