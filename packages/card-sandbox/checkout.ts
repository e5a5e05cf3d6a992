import { getCardByLast4, type TestCard } from './cards.ts'
import { changeSettings, getSettings } from './clock.ts'
import { addCharge, bookCharge, changeCharge } from './resources/charges.ts'
import { openDispute } from './resources/disputes.ts'
import { emit } from './resources/events.ts'
import { changePaymentIntent, ensurePaymentIntent } from './resources/payment-intents.ts'
import { getSession, siteUrl } from './resources/sessions.ts'
import type { Store } from './store.ts'
import type { PaymentError, PaymentIntent, Session } from './types.ts'

/** `event` is the id of the checkout.session.completed event. */
export type Payment =
  | { kind: 'paid'; event: string }
  | { kind: 'authenticate' }
  | { kind: 'declined'; error: PaymentError; field: 'number' | 'expiry' | 'cvc' }
  | { kind: 'closed'; status: 'complete' | 'expired' }

export interface Attempt {
  card: TestCard
  name: string
  /** Allows an expired session to be paid, like a late payment at the provider. */
  isForced?: boolean
  /** The session completes unpaid; `settleDelayed` decides the outcome later. */
  isDelayed?: boolean
}

const AUTHENTICATION_FAILED: PaymentError = {
  type: 'card_error',
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

function alterAmount(store: Store, session: Session): Session {
  const { alteration } = getSettings(store)
  if (!alteration) return session
  changeSettings(store, { alteration: null })
  const { amount = session.amount_total, currency = session.currency } = alteration
  return store.put('session', { ...session, amount_subtotal: amount, amount_total: amount, currency })
}

function decline(store: Store, intent: PaymentIntent, card: TestCard, error: PaymentError, url: string): void {
  const charge = addCharge(store, intent, card, 'failed', url, error)
  changePaymentIntent(store, intent.id, { status: 'requires_payment_method', last_payment_error: error, latest_charge: charge.id })
}

function complete(store: Store, session: Session, attempt: Attempt, url: string): Payment {
  const { id } = alterAmount(store, session)
  const { amount_total: amount, currency } = getSession(store, id)
  const status = attempt.isDelayed ? 'processing' : 'succeeded'
  const intent = changePaymentIntent(store, ensurePaymentIntent(store, getSession(store, id)).id, {
    amount,
    currency,
    status,
    last_payment_error: null,
    canceled_at: null,
  })
  const charge = addCharge(store, intent, attempt.card, attempt.isDelayed ? 'pending' : 'succeeded', url)
  changePaymentIntent(store, intent.id, { latest_charge: charge.id, amount_received: charge.amount_captured })
  store.remove('task', `expire ${id}`)
  const completed = store.put('session', {
    ...getSession(store, id),
    customer_details: { email: session.customer_email, name: attempt.name },
    payment_status: attempt.isDelayed ? 'unpaid' : 'paid',
    status: 'complete',
    url: null,
    _authenticating: null,
  })
  const event = emit(store, 'checkout.session.completed', completed)
  const { effect } = attempt.card
  if (effect.kind === 'disputes' && !attempt.isDelayed) openDispute(store, charge, effect)
  return { kind: 'paid', event: event.id }
}

/** Charges a session once: paying it again returns `closed`. */
export function pay(store: Store, id: string, attempt: Attempt, publicPath: string): Payment {
  const session = getSession(store, id)
  const isPayable = session.status === 'open' || (session.status === 'expired' && attempt.isForced)
  if (!isPayable && session.status !== 'open') return { kind: 'closed', status: session.status }
  const { effect } = attempt.card
  const url = siteUrl(session, publicPath)
  if (effect.kind === 'declines') {
    decline(store, ensurePaymentIntent(store, session), attempt.card, effect.error, url)
    return { kind: 'declined', error: effect.error, field: effect.field }
  }
  if (effect.kind === 'authenticates') {
    changePaymentIntent(store, ensurePaymentIntent(store, session).id, { status: 'requires_action' })
    store.put('session', { ...getSession(store, id), _authenticating: { last4: attempt.card.last4, name: attempt.name } })
    return { kind: 'authenticate' }
  }
  return complete(store, session, attempt, url)
}

/** Applies the customer's answer on the 3-D Secure page. */
export function authenticate(store: Store, id: string, hasSucceeded: boolean, publicPath: string): Payment {
  const session = getSession(store, id)
  const waiting = session._authenticating
  if (session.status !== 'open' && !waiting) return { kind: 'closed', status: session.status }
  const url = siteUrl(session, publicPath)
  if (waiting && hasSucceeded) return complete(store, session, { card: getCardByLast4(waiting.last4), name: waiting.name }, url)
  if (waiting) {
    store.put('session', { ...session, _authenticating: null })
    decline(store, ensurePaymentIntent(store, session), getCardByLast4(waiting.last4), AUTHENTICATION_FAILED, url)
  }
  return { kind: 'declined', error: AUTHENTICATION_FAILED, field: 'number' }
}

export function settleDelayed(store: Store, id: string, hasSucceeded: boolean): void {
  const session = getSession(store, id)
  const intent = ensurePaymentIntent(store, session)
  if (intent.status !== 'processing' || intent.latest_charge === null) return
  if (hasSucceeded) {
    bookCharge(store, changeCharge(store, intent.latest_charge, { status: 'succeeded', paid: true, amount_captured: intent.amount }))
    changePaymentIntent(store, intent.id, { status: 'succeeded', amount_received: intent.amount })
    emit(store, 'checkout.session.async_payment_succeeded', store.put('session', { ...session, payment_status: 'paid' }))
    return
  }
  changeCharge(store, intent.latest_charge, { status: 'failed', failure_code: 'payment_intent_payment_attempt_failed', receipt_url: null })
  changePaymentIntent(store, intent.id, { status: 'requires_payment_method' })
  emit(store, 'checkout.session.async_payment_failed', session)
}
