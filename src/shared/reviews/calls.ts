import { get } from '#shared/contract.ts'
import { listReviewsQuerySchema, listReviewsResponseSchema, REVIEWS_PATH } from './public.ts'

/** Open to all, since every footer links to the reviews. */
export const listReviews = get(REVIEWS_PATH, { may: 'open', query: listReviewsQuerySchema, returns: listReviewsResponseSchema })
