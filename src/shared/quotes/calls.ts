import { z } from 'zod/mini'
import { get, post } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'

/** Ends an unpaid request, beyond specification §7. */
export const withdrawQuote = post('/bookings/:id/withdraw', { may: 'signedIn', returns: messageResponseSchema })
/** The link in the email about a quote: leads to the card page, or to a page that says why not. */
export const payQuote = get('/pay/q/:token', { may: 'open', params: z.object({ token: z.string().check(z.maxLength(255)) }) })
