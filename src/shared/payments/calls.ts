import { z } from 'zod/mini'
import { get, post } from '#shared/contract.ts'
import { paidPageSchema } from './paid-pages.ts'
import { checkoutSessionResponseSchema } from './public.ts'

const token = z.string().check(z.maxLength(255))
const byToken = { may: 'open', params: z.object({ token }) } as const
const cancelQuery = z.object({ token: z._default(token, '') })

/** The result of a payment (specification §7). */
export const getCheckoutSession = get('/checkout-session/:id', {
  may: 'signedIn',
  params: z.object({ id: token }),
  returns: checkoutSessionResponseSchema,
})

// The card page sends people back here. Both redirect.
export const payReturn = get('/pay/return', {
  may: 'open',
  query: z.extend(cancelQuery, { session_id: z._default(token, '') }),
})
export const payCancel = get('/pay/cancel', { may: 'open', query: cancelQuery })

/** The result of a payment by an emailed link, for visitors who aren’t signed in. */
export const getPaidPage = get('/pay/done/:token', { ...byToken, returns: paidPageSchema })
export const getPaidCalendarFile = get('/pay/done/:token/calendar.ics', byToken)

/** The card provider delivers its events here, signed. */
export const deliverEvent = post('/webhooks/stripe', { may: 'open' })
