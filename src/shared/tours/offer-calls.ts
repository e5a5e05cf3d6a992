import { post } from '#shared/contract.ts'
import { askOfferBodySchema, offerResponseSchema } from './offers/public.ts'

/** Returns what a choice costs, with its lines. Holds nothing. */
export const askOffer = post('/offers', { may: 'reader', body: askOfferBodySchema, returns: offerResponseSchema })
