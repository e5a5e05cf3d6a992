import { z } from 'zod/mini'
import { TOUR_ORDERS, TOURS_PAGE_SIZE } from './public.ts'

// Only the server checks these queries, so they are kept out of the pages' scripts.

const wholeNumber = (min: number, max: number, message: string) =>
  z.coerce.number(message).check(z.int(message), z.gte(min, message), z.lte(max, message))

/** Free text; anything after 200 characters is ignored. */
const searchText = z.pipe(
  z.string(),
  z.transform((text) => text.slice(0, 200)),
)

/** Query of GET /tours/view_all (specification §7). */
export const listToursQuerySchema = z.object({
  page: z._default(wholeNumber(1, 10_000, 'page must be a whole number from 1'), 1),
  limit: z._default(wholeNumber(1, 100, 'limit must be a whole number from 1 to 100'), TOURS_PAGE_SIZE),
  isActive: z.optional(z.enum(['true', 'false'], 'isActive must be true or false')),
  search: z.optional(searchText),
  /** In whole units of each tour's currency. Like `seats`, it overrides what the text says. */
  maxPrice: z.optional(wholeNumber(0, 20_000_000, 'maxPrice must be a whole number')),
  seats: z.optional(wholeNumber(1, 1000, 'seats must be a whole number from 1')),
  freeCancellation: z.optional(z.enum(['true', 'false'], 'freeCancellation must be true or false')),
  /** Sorts up to MAX_COUNTED results; longer lists keep their default order, since no one reads them to the end. */
  sort: z.optional(z.enum(TOUR_ORDERS, `sort must be one of ${TOUR_ORDERS.join(', ')}`)),
})
export type ListToursQuery = z.infer<typeof listToursQuerySchema>

/** Query of GET /tours/suggestions, beyond specification §7: the text typed so far. */
export const suggestionsQuerySchema = z.object({ search: searchText })
