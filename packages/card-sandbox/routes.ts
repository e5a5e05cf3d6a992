import * as balance from './resources/balance-transactions.ts'
import * as charges from './resources/charges.ts'
import * as disputes from './resources/disputes.ts'
import * as events from './resources/events.ts'
import * as intents from './resources/payment-intents.ts'
import * as payouts from './resources/payouts.ts'
import * as prices from './resources/prices.ts'
import * as products from './resources/products.ts'
import * as refunds from './resources/refunds.ts'
import * as sessions from './resources/sessions.ts'
import * as webhookEndpoints from './resources/webhook-endpoints.ts'
import { ApiError } from './errors.ts'
import type { Handler } from './handler.ts'

const ROUTES: Record<string, Handler> = {
  'POST /v1/products': products.createProduct,
  'GET /v1/products': products.listProducts,
  'GET /v1/products/:id': products.retrieveProduct,
  'POST /v1/products/:id': products.updateProduct,
  'POST /v1/prices': prices.createPrice,
  'GET /v1/prices': prices.listPrices,
  'GET /v1/prices/:id': prices.retrievePrice,
  'POST /v1/prices/:id': prices.updatePrice,
  'POST /v1/checkout/sessions': sessions.createSession,
  'GET /v1/checkout/sessions': sessions.listSessions,
  'GET /v1/checkout/sessions/:id': sessions.retrieveSession,
  'POST /v1/checkout/sessions/:id/expire': sessions.expireSession,
  'GET /v1/checkout/sessions/:id/line_items': sessions.listLineItems,
  'GET /v1/payment_intents': intents.listPaymentIntents,
  'GET /v1/payment_intents/:id': intents.retrievePaymentIntent,
  'GET /v1/charges': charges.listCharges,
  'GET /v1/charges/:id': charges.retrieveCharge,
  'POST /v1/refunds': refunds.createRefund,
  'GET /v1/refunds': refunds.listRefunds,
  'GET /v1/refunds/:id': refunds.retrieveRefund,
  'GET /v1/disputes': disputes.listDisputes,
  'GET /v1/disputes/:id': disputes.retrieveDispute,
  'GET /v1/balance': balance.retrieveBalance,
  'GET /v1/balance_transactions': balance.listTransactions,
  'GET /v1/balance_transactions/:id': balance.retrieveTransaction,
  'GET /v1/payouts': payouts.listPayouts,
  'GET /v1/payouts/:id': payouts.retrievePayout,
  'GET /v1/events': events.listEvents,
  'GET /v1/events/:id': events.retrieveEvent,
  'GET /v1/webhook_endpoints': webhookEndpoints.listWebhookEndpoints,
}

const TABLE = Object.entries(ROUTES).map(([route, handler]) => {
  const [start = '', end] = route.split(':id')
  return { route, handler, start, end }
})

export const routeNames = Object.keys(ROUTES)

/** `route` is a name such as `GET /v1/charges/:id`. */
export const isRoute = (route: string): boolean => Object.hasOwn(ROUTES, route)

/** Throws ApiError 404 if no route matches. */
export function findRoute(method: string, path: string): { route: string; handler: Handler; id: string } {
  const asked = `${method} ${path}`
  for (const { route, handler, start, end } of TABLE) {
    if (asked === route && end === undefined) return { route, handler, id: '' }
    if (end === undefined || !asked.startsWith(start) || !asked.endsWith(end)) continue
    const id = asked.slice(start.length, asked.length - end.length)
    if (id !== '' && !id.includes('/')) return { route, handler, id }
  }
  throw new ApiError(404, `Unrecognized request URL (${method}: ${path}). Please see https://docs.stripe.com/.`)
}
