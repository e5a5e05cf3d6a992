import { calls } from '#shared/paths.ts'
import { listReviewsResponseSchema, listReviewsQuerySchema } from '#shared/reviews/public.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { listReviews } from './queries.ts'

/** Reviews are open to all, since every footer links to them. */
export function reviewRoutes(app: App, { db }: Deps): void {
  app.get(
    calls.reviews,
    { schema: { querystring: listReviewsQuerySchema, response: { 200: listReviewsResponseSchema } } },
    async (request) => listReviews(db, request.query),
  )
}
