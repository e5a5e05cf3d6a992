import { findCard } from '../cards.ts'
import { authenticate, pay, settleDelayed } from '../checkout.ts'
import { changeSettings } from '../clock.ts'
import { invalid } from '../errors.ts'
import { boolean, currency, integer, oneOf, read, shape, text } from '../params.ts'
import { getCharge } from '../resources/charges.ts'
import { findDispute, moveDispute, openDispute, REASONS, STATUSES } from '../resources/disputes.ts'
import { getPaymentIntent } from '../resources/payment-intents.ts'
import { addRefund, failWaitingRefunds, getRefund, sendWaitingRefunds, settleRefund } from '../resources/refunds.ts'
import { getSession } from '../resources/sessions.ts'
import { render } from '../wire.ts'
import { WAIT_MS, type Control } from './types.ts'

const payParams = shape(
  { session: text() },
  { card: text(), name: text(), authenticate: oneOf('complete', 'fail'), force: boolean, delayed: boolean, wait: boolean },
)
const disputeParams = shape(
  { payment_intent: text(), outcome: oneOf('opened', 'inquiry', ...STATUSES) },
  { amount: integer(1), reason: oneOf(...REASONS), dispute: text() },
)

export const payHeadlessly: Control = async ({ store, publicPath, sender, wake }, form) => {
  const given = read(payParams, form)
  const card = findCard(given.card ?? '4242424242424242')
  if (!card) throw invalid('Only test cards are accepted.', 'card')
  const payment = store.transaction(() => {
    const attempt = { card, name: given.name ?? 'Headless Customer', isForced: given.force ?? false, isDelayed: given.delayed ?? false }
    const first = pay(store, given.session, attempt, publicPath)
    return first.kind === 'authenticate' && given.authenticate
      ? authenticate(store, given.session, given.authenticate === 'complete', publicPath)
      : first
  })
  wake()
  if (given.wait && payment.kind === 'paid') await sender.waitFor(payment.event, WAIT_MS)
  return { ...payment, session: given.session, payment_intent: getSession(store, given.session).payment_intent }
}

export const settle: Control = ({ store }, form) => {
  const given = read(shape({}, { refund: text(), session: text(), outcome: oneOf('succeeded', 'failed') }), form)
  return store.transaction(() => {
    if (given.refund !== undefined) {
      settleRefund(store, given.refund)
      return getRefund(store, given.refund)
    }
    const session = getSession(store, given.session ?? '')
    settleDelayed(store, session.id, given.outcome !== 'failed')
    return { session: session.id, payment_status: getSession(store, session.id).payment_status }
  })
}

const OPENING = { opened: 'needs_response', inquiry: 'warning_needs_response', prevented: 'prevented' } as const

export const setDispute: Control = ({ store }, form) => {
  const { payment_intent: id, outcome, dispute, ...given } = read(disputeParams, form)
  const charge = getCharge(store, getPaymentIntent(store, id, 'payment_intent').latest_charge ?? '')
  return store.transaction(() => {
    if (outcome === 'opened' || outcome === 'needs_response') failWaitingRefunds(store, charge.id)
    if (outcome === 'opened' || outcome === 'inquiry' || (outcome === 'prevented' && dispute === undefined)) {
      return render(store, openDispute(store, charge, { ...given, status: OPENING[outcome] }))
    }
    return render(store, moveDispute(store, findDispute(store, id, dispute), outcome))
  })
}

export const refundExternally: Control = ({ store }, form) => {
  const given = read(shape({ payment_intent: text() }, { amount: integer(1) }), form)
  return store.transaction(() => addRefund(store, given))
}

export const setBalance: Control = ({ store }, form) => {
  const { empty = null } = read(shape({}, { empty: oneOf('refuses', 'pends') }), form)
  store.transaction(() => {
    changeSettings(store, { emptyBalance: empty })
    if (empty === null) sendWaitingRefunds(store)
  })
  return { empty }
}

export const alter: Control = ({ store }, form) => {
  const alteration = read(shape({}, { amount: integer(1), currency }), form)
  store.transaction(() => changeSettings(store, { alteration }))
  return { alteration }
}
