import { z } from 'zod/mini'

/** Maximum and default number of entries per page. */
export const MAX_PAGE = 200
/** Response header with the size of the whole list; omitted if that is too large to count for every page. */
export const TOTAL_COUNT = 'x-total-count'

const LIMIT = `limit must be a whole number from 1 to ${MAX_PAGE}`

/**
 * Query of a long list, beyond specification §7. `before` is the id of the previous page's last entry; the list continues after it in the
 * same order.
 */
export const pageQuerySchema = z.object({
  limit: z._default(z.coerce.number(LIMIT).check(z.int(LIMIT), z.gte(1, LIMIT), z.lte(MAX_PAGE, LIMIT)), MAX_PAGE),
  before: z.optional(z.string().check(z.maxLength(64))),
})
export type PageQuery = z.infer<typeof pageQuerySchema>
