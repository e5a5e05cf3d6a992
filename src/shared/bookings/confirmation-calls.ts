import { get, post } from '#shared/contract.ts'
import { confirmationResponseSchema, travellersBodySchema } from './confirmations.ts'

// Beyond specification §7. Both only of a confirmed tour booking.
export const getConfirmation = get('/bookings/:id/confirmation', { may: 'signedIn', returns: confirmationResponseSchema })
export const saveTravellers = post('/bookings/:id/travellers', {
  may: 'signedIn',
  body: travellersBodySchema,
  returns: confirmationResponseSchema,
})
