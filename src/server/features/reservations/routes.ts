import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { addPayLink } from '#server/lib/pay-links.ts'
import { isPaidOffline } from '#server/features/payments/payments.ts'
import { findPaidToken, findPayAgain } from '#server/features/checkout/paid.ts'
import { notPayableText, openReservationPayment } from './payment.ts'
import { findReservationLink } from './queries.ts'

export function reservationLinkRoutes(app: App, deps: Deps): void {
  addPayLink(app, deps, {
    path: calls.payReservation(':token'),
    title: 'Your booking',
    kind: 'tour',
    find: async (token) => (await findReservationLink(deps.db, token)) ?? (await findPayAgain(deps.db, token, 'tour', deps.now())),
    open: async ({ booking_id }, origin) => {
      const payment = await openReservationPayment(deps, booking_id, origin)
      if (payment.state === 'payable') return { url: payment.url }
      if (payment.state !== 'paid' || (await isPaidOffline(deps.db, booking_id))) return { message: notPayableText(payment) }
      return { state: 'paid', paidToken: await findPaidToken(deps.db, booking_id, deps.now()) }
    },
  })
}
