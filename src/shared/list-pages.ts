import { z } from 'zod/mini'

/** The most entries in one page of a list, and how many there are unless fewer are asked for. */
export const MAX_PAGE = 200
/** The response header that says how many entries the whole list holds; left out where they are too many to be counted for a page. */
export const TOTAL_COUNT = 'x-total-count'

const LIMIT = `limit must be a whole number from 1 to ${MAX_PAGE}`

/**
 * Query of a long list, beyond specification §7 (decisions, "Second round"). `before` is the id of the last entry of the page
 * before: the list goes on after it, in the same order.
 */
export const pageQuerySchema = z.object({
  limit: z._default(z.coerce.number(LIMIT).check(z.int(LIMIT), z.gte(1, LIMIT), z.lte(MAX_PAGE, LIMIT)), MAX_PAGE),
  before: z.optional(z.string().check(z.maxLength(64))),
})
export type PageQuery = z.infer<typeof pageQuerySchema>

/**
 * Query of a person's own bookings. `order=date`: those still to come by their day, then the others, the latest day first; without it
 * the newest first in each part.
 */
export const bookingPageQuerySchema = z.extend(pageQuerySchema, { order: z.optional(z.enum(['date'], 'There is no such order')) })
export type BookingPageQuery = z.infer<typeof bookingPageQuerySchema>
