import { advanceClock, changeSettings, getSettings, now } from '../clock.ts'
import { invalid } from '../errors.ts'
import { boolean, integer, noParams, oneOf, read, shape, text } from '../params.ts'
import { isRoute } from '../routes.ts'
import type { Store } from '../store.ts'
import type { Control } from './types.ts'

const faultParams = shape(
  { route: text(), kind: oneOf('timeout_before', 'timeout_after', 'reset_after', '500', '429', 'slow', 'html_502', 'bare_404') },
  { count: integer(1), saved: boolean, done: boolean, delayMs: integer() },
)

export const setFault: Control = ({ store }, form) => {
  const given = read(faultParams, form)
  if (given.route !== '*' && !isRoute(given.route)) throw invalid(`No such route: ${given.route}`, 'route')
  const fault = { count: 1, saved: false, done: false, delayMs: 2000, ...given }
  return store.transaction(() => {
    changeSettings(store, { faults: [...getSettings(store).faults, fault] })
    return { faults: getSettings(store).faults }
  })
}

export const clearFaults: Control = ({ store }, form) => {
  read(noParams, form)
  store.transaction(() => changeSettings(store, { faults: [] }))
  return { faults: [] }
}

export const setClock: Control = ({ store, wake }, form) => {
  const { advanceSeconds } = read(shape({ advanceSeconds: integer(-1e9) }, {}), form)
  store.transaction(() => advanceClock(store, advanceSeconds))
  wake()
  return { now: now(store) }
}

const listPayments = (store: Store): object[] =>
  store.all('charge').map((charge) => ({
    charge: charge.id,
    payment_intent: charge.payment_intent,
    session: store.all('session').find((each) => each.payment_intent === charge.payment_intent)?.id ?? null,
    status: charge.status,
    amount: charge.amount,
    currency: charge.currency,
    amount_refunded: charge.amount_refunded,
    disputed: charge.disputed,
    refunds: store
      .all('refund')
      .filter((each) => each.charge === charge.id)
      .map(({ id, amount, status, metadata }) => ({ id, amount, status, metadata })),
  }))

export const dump: Control = ({ store, hits }, form) => {
  read(noParams, form)
  const kinds = [
    'product',
    'price',
    'session',
    'payment_intent',
    'charge',
    'refund',
    'dispute',
    'balance_transaction',
    'payout',
    'event',
    'delivery',
    'task',
    'answer',
  ] as const
  const { faults, webhooks, alteration } = getSettings(store)
  return {
    now: now(store),
    counts: Object.fromEntries(kinds.map((kind) => [kind, store.all(kind).length])),
    hits: Object.fromEntries(hits),
    switches: { faults, webhooks, alteration },
    sessions: store
      .all('session')
      .map(({ id, status, payment_status, payment_intent, amount_total, currency: of, client_reference_id }) => ({
        id,
        status,
        payment_status,
        payment_intent,
        amount_total,
        currency: of,
        client_reference_id,
      })),
    payments: listPayments(store),
    disputes: store.all('dispute').map(({ id, payment_intent, status, amount }) => ({ id, payment_intent, status, amount })),
    events: store.all('event').map(({ id, type, pending_webhooks }) => ({ id, type, pending_webhooks })),
    deliveries: store.all('delivery'),
  }
}

export const reset: Control = ({ store, hits }, form) => {
  read(noParams, form)
  store.clear()
  hits.clear()
  return { reset: true }
}
