import { z } from 'zod/mini'
import { pageQuerySchema } from '#shared/list-pages.ts'
import { momentSchema } from '#shared/response-fields.ts'
import { storable, typed } from '#shared/fields.ts'

/** Query of GET /staff/reviews, newest first. `before` is the id of the previous page's last review. */
export const listStaffReviewsQuerySchema = z.extend(pageQuerySchema, {
  tour: z.optional(z.string().check(z.maxLength(100))),
  state: z.optional(z.enum(['shown', 'hidden'], 'Unknown status')),
})
export type ListStaffReviewsQuery = z.infer<typeof listStaffReviewsQuerySchema>

export const staffReviewSchema = z.object({
  id: z.string(),
  tour: z.object({ id: z.string(), name: z.string() }),
  authorName: z.string(),
  rating: z.number(),
  text: z.string(),
  travelledOn: z.string(),
  createdAt: momentSchema,
  isDemo: z.boolean(),
  /** Null while it is public. `by` is the current name of the person who hid it. */
  hidden: z.nullable(z.object({ at: momentSchema, by: z.nullable(z.string()), reason: z.string() })),
})
export type StaffReview = z.infer<typeof staffReviewSchema>

/** Body of POST /staff/reviews/{id}/hide; the reason is for staff. If the review is already hidden: 409 `review_changed`. */
export const hideReviewBodySchema = z.object({
  reason: z
    .string('Please enter a reason')
    .check(typed, z.minLength(1, 'Please enter a reason'), z.maxLength(500, 'Reason must be at most 500 characters'), storable),
})
