import { z } from 'zod/mini'
import { tourBookingSchema } from '#shared/bookings/public.ts'
import { get, post } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { createCheckoutBodySchema } from './checkout-body.ts'
import { createCheckoutResponseSchema } from './public.ts'

const params = z.object({ id: z.string().check(z.maxLength(255)) })

/** Holds the seats, and returns the address of the card page (specification §7). */
export const createCheckout = post('/create-checkout-session', {
  may: 'signedIn',
  body: createCheckoutBodySchema,
  returns: createCheckoutResponseSchema,
})
/** Returns the card page of an unpaid booking. */
export const continuePayment = post('/bookings/:id/continue-payment', { may: 'signedIn', params, returns: createCheckoutResponseSchema })
export const releaseSeats = post('/bookings/:id/release', { may: 'signedIn', params, returns: messageResponseSchema })
/** The caller’s bookings of a tour, after open payments have been read again. */
export const listOwnBookingsOfTour = get('/tours/my_bookings/:id', { may: 'signedIn', params, returns: z.array(tourBookingSchema) })
