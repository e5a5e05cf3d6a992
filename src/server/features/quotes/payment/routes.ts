import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { addPayLink } from '#server/lib/pay-links.ts'
import { isPaidOffline } from '#server/features/payments/queries.ts'
import { findPaidToken, findPayAgain } from '#server/features/checkout/paid/queries.ts'
import { findQuoteLink } from '../queries.ts'
import { NOT_PAYABLE, openQuotePayment } from './flows.ts'

export function quoteLinkRoutes(app: App, deps: Deps): void {
  addPayLink(app, deps, {
    path: calls.payQuote(':token'),
    title: 'Your quote',
    kind: 'vehicle',
    find: async (token) => (await findQuoteLink(deps.db, token)) ?? (await findPayAgain(deps.db, token, 'vehicle', deps.now())),
    open: async ({ booking_id, quote_version }, origin) => {
      const payment = await openQuotePayment(deps, booking_id, origin, { version: quote_version })
      if (payment.state === 'payable') return { url: payment.url }
      if (payment.state !== 'paid' || (await isPaidOffline(deps.db, booking_id))) return { message: NOT_PAYABLE[payment.state] }
      return { state: 'paid', paidToken: await findPaidToken(deps.db, booking_id, deps.now()) }
    },
  })
}
