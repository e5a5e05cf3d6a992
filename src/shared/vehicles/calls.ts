import { post } from '#shared/contract.ts'
import { bookVehicleBodySchema, bookVehicleResponseSchema } from './requests.ts'

/** The wizard’s last step (specification §7). 200 if the same request was made before. */
export const requestQuote = post('/vehicles/book', {
  may: 'signedIn',
  body: bookVehicleBodySchema,
  returns: bookVehicleResponseSchema,
  status: [200, 201],
})
