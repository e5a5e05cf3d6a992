import { get } from '#shared/contract.ts'
import { tourChoicesResponseSchema } from './choices.ts'
import { listToursResponseSchema } from './public.ts'
import { listToursQuerySchema, suggestionsQuerySchema } from './queries.ts'
import { suggestionsResponseSchema } from './suggestions.ts'

/** Only active tours (specification §7). */
export const listTours = get('/tours/view_all', { may: 'reader', query: listToursQuerySchema, returns: listToursResponseSchema })
export const suggestTours = get('/tours/suggestions', {
  may: 'reader',
  query: suggestionsQuerySchema,
  returns: suggestionsResponseSchema,
})
export const getTourChoices = get('/tours/choices', { may: 'reader', returns: tourChoicesResponseSchema })
