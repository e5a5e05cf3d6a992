import { now } from '../clock.ts'
import { invalid, missing, refusal } from '../errors.ts'
import type { Handler } from '../handler.ts'
import { formatMoney, leastCharge, MAXIMUM } from '../money.ts'
import { boolean, currency, integer, list, listParams, metadata, noParams, oneOf, read, shape, text, url } from '../params.ts'
import { newId, type Store } from '../store.ts'
import type { LineItem, Price, Session } from '../types.ts'
import { listOf, paginate, withWhole } from '../wire.ts'
import { emit } from './events.ts'
import { changePaymentIntent } from './payment-intents.ts'
import { addPrice, getPrice, inlinePriceParams } from './prices.ts'
import { getProduct, mergeMetadata } from './products.ts'

const MIN_LIFE = 30 * 60
const MAX_LIFE = 24 * 60 * 60

const lineItemParams = shape({}, { price: text(), price_data: inlinePriceParams, quantity: integer(1) })
const createParams = shape(
  { line_items: list(lineItemParams), mode: oneOf('payment'), success_url: url },
  {
    adaptive_pricing: shape({}, { enabled: boolean }),
    allowed_payment_method_types: list(oneOf('card')),
    billing_address_collection: oneOf('auto', 'required'),
    cancel_url: url,
    client_reference_id: text(200),
    currency,
    custom_text: shape({}, { submit: shape({ message: text(1200) }, {}) }),
    customer_creation: oneOf('always', 'if_required'),
    customer_email: text(512),
    expires_at: integer(),
    locale: text(),
    metadata,
    payment_intent_data: shape({}, { description: text(1000), metadata, receipt_email: text(512) }),
    submit_type: oneOf('auto', 'book', 'donate', 'pay'),
    ui_mode: oneOf('hosted_page'),
  },
)
const listing = listParams({ payment_intent: text(), status: oneOf('open', 'complete', 'expired') })

/** Throws ApiError 404 if there is none. */
export function getSession(store: Store, id: string): Session {
  const session = store.get('session', id)
  if (!session) throw missing('checkout.session', id, 'session')
  return session
}

/** Returns the base of the sandbox's pages on the site's own origin. */
export function siteUrl(session: Pick<Session, 'success_url'>, publicPath: string): string {
  return `${new URL(session.success_url).origin}${publicPath}`
}

function readPrice(store: Store, given: ReturnType<typeof lineItemParams>, at: string): Price {
  if (given.price_data) return store.put('price', { ...addPrice(store, given.price_data, `${at}[price_data]`), active: false })
  if (given.price === undefined) throw invalid(`Missing required param: ${at}[price].`, `${at}[price]`, 'parameter_missing')
  const price = getPrice(store, given.price, `${at}[price]`)
  if (!price.active) throw refusal('The price specified is inactive. This field only accepts active prices.', { param: `${at}[price]` })
  return price
}

function readLineItem(store: Store, given: ReturnType<typeof lineItemParams>, at: string): LineItem {
  if (given.price !== undefined && given.price_data) throw invalid(`You may only specify one of these parameters: price, price_data.`, at)
  const price = readPrice(store, given, at)
  if (given.quantity === undefined) throw invalid(`Missing required param: ${at}[quantity].`, `${at}[quantity]`, 'parameter_missing')
  const amount = price.unit_amount * given.quantity
  return {
    id: newId('li'),
    object: 'item',
    amount_subtotal: amount,
    amount_total: amount,
    currency: price.currency,
    description: getProduct(store, price.product).name,
    price,
    quantity: given.quantity,
  }
}

function readTotal(items: LineItem[]): Pick<Session, 'amount_total' | 'currency'> {
  const [first] = items
  if (!first) throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing')
  const total = items.reduce((sum, item) => sum + item.amount_total, 0)
  if (items.some((item) => item.currency !== first.currency)) {
    throw invalid('All prices on a Checkout Session must have the same currency.', 'line_items')
  }
  if (total < leastCharge(first.currency)) {
    const least = formatMoney(leastCharge(first.currency), first.currency)
    throw refusal(`The Checkout Session's total amount must convert to at least ${least} ${first.currency}.`, { code: 'amount_too_small' })
  }
  if (total > MAXIMUM) throw refusal("The Checkout Session's total amount is too large.", { code: 'amount_too_large' })
  return { amount_total: total, currency: first.currency }
}

function readExpiry(created: number, given = created + MAX_LIFE): number {
  const bound = given < created + MIN_LIFE ? 'at least 30 minutes' : given > created + MAX_LIFE ? 'less than 24 hours' : undefined
  if (bound !== undefined) throw invalid(`The \`expires_at\` timestamp must be ${bound} from Checkout Session creation.`, 'expires_at')
  return given
}

export const createSession: Handler = (store, form, _id, { publicPath }) => {
  const given = read(createParams, form)
  const created = now(store)
  const expires = readExpiry(created, given.expires_at)
  const items = given.line_items.map((item, index) => readLineItem(store, item, `line_items[${index}]`))
  const total = readTotal(items)
  if (given.currency !== undefined && given.currency !== total.currency)
    throw invalid(`The prices are not available in ${given.currency}.`, 'currency')
  const id = newId('cs_test', 58)
  store.put('task', { id: `expire ${id}`, kind: 'expire_session', ref: id, at: expires })
  return store.put('session', {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: given.adaptive_pricing?.enabled ?? true },
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    amount_subtotal: total.amount_total,
    ...total,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    created,
    custom_text: { submit: given.custom_text?.submit ?? null },
    customer_details: given.customer_email === undefined ? null : { email: given.customer_email, name: null },
    customer_email: given.customer_email ?? null,
    expires_at: expires,
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    success_url: given.success_url,
    url: `${siteUrl(given, publicPath)}/c/pay/${id}`,
    _lineItems: items,
    _intentMetadata: mergeMetadata({}, given.payment_intent_data?.metadata),
    _intentDescription: given.payment_intent_data?.description ?? null,
    _authenticating: null,
  })
}

/** Expires a session. Throws ApiError 400 if it is not open. */
export function endSession(store: Store, id: string): Session {
  const session = getSession(store, id)
  if (session.status !== 'open') {
    throw refusal(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      { param: 'session' },
    )
  }
  store.remove('task', `expire ${id}`)
  if (session.payment_intent !== null) changePaymentIntent(store, session.payment_intent, { status: 'canceled', canceled_at: now(store) })
  const expired = store.put('session', { ...session, status: 'expired', url: null, _authenticating: null })
  emit(store, 'checkout.session.expired', expired)
  return expired
}

export const expireSession: Handler = (store, form, id) => {
  read(noParams, form)
  return endSession(store, id)
}

export const retrieveSession: Handler = (store, form, id) => {
  read(noParams, form)
  return getSession(store, id)
}

export const listSessions: Handler = (store, form) => {
  const { payment_intent, status, ...page } = read(listing, form)
  return withWhole(store, 'session', paginate(store.all('session'), '/v1/checkout/sessions', page, { payment_intent, status }))
}

export const listLineItems: Handler = (store, form, id) => {
  read(shape({}, { limit: integer(1, 100) }), form)
  return listOf(getSession(store, id)._lineItems, `/v1/checkout/sessions/${id}/line_items`)
}
