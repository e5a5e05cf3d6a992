import { z } from 'zod/mini'
import { get, post } from '#shared/contract.ts'
import { hideReviewBodySchema, listStaffReviewsQuerySchema, staffReviewSchema } from './staff.ts'

export const listStaffReviews = get('/staff/reviews', {
  may: 'reviews.read',
  query: listStaffReviewsQuerySchema,
  returns: z.array(staffReviewSchema),
})
export const hideReview = post('/staff/reviews/:id/hide', {
  may: 'reviews.moderate',
  body: hideReviewBodySchema,
  returns: staffReviewSchema,
})
export const showReview = post('/staff/reviews/:id/show', { may: 'reviews.moderate', returns: staffReviewSchema })
