import { z } from 'zod/mini'
import { get } from '#shared/contract.ts'

/** The link in the email about a reservation: leads to the card page, or to a page that says why not. */
export const payReservation = get('/pay/b/:token', { may: 'open', params: z.object({ token: z.string().check(z.maxLength(255)) }) })
