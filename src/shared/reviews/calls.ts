import { get } from '#shared/contract.ts'
import { listReviewsQuerySchema, listReviewsResponseSchema } from './public.ts'

/** Open to all, since every footer links to the reviews. */
export const listReviews = get('/tours/reviews', { may: 'open', query: listReviewsQuerySchema, returns: listReviewsResponseSchema })
