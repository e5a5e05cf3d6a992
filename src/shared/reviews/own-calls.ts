import { messageResponseSchema } from '#shared/response-fields.ts'
import { put, remove } from '#shared/contract.ts'
import { ownReviewResponseSchema, reviewBodySchema } from './own.ts'

/** Creates or replaces a booking’s review; the server decides which name is shown with it. */
export const writeReview = put('/bookings/:id/review', { may: 'signedIn', body: reviewBodySchema, returns: ownReviewResponseSchema })
export const deleteReview = remove('/bookings/:id/review', { may: 'signedIn', returns: messageResponseSchema })
