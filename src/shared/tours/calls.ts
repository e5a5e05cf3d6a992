import { z } from 'zod/mini'
import { get } from '#shared/contract.ts'
import { seatsQuerySchema, seatsResponseSchema, similarToursResponseSchema, tourResponseSchema } from './public.ts'

const params = z.object({ id: z.string().check(z.maxLength(100)) })

export const getTour = get('/tours/view_by_id/:id', { may: 'reader', params, returns: tourResponseSchema })
export const listSimilarTours = get('/tours/similar/:id', { may: 'reader', params, returns: similarToursResponseSchema })
/** The seats of a signed-in visitor’s own unpaid booking count as left. */
export const getSeats = get('/tours/seats/:id', { may: 'reader', params, query: seatsQuerySchema, returns: seatsResponseSchema })
