import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { hideReviewBodySchema, listStaffReviewsQuerySchema, staffReviewSchema } from '#shared/reviews/staff.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { hideReview, showReview, type Moderation } from './commands.ts'
import { getStaffReview, listStaffReviews } from './queries.ts'

const params = z.object({ id: z.string().check(z.maxLength(64)) })
const response = { 200: staffReviewSchema }

export function staffReviewRoutes(app: App, { auth, db, now }: Deps): void {
  async function moderate(request: FastifyRequest, reviewId: string, make: (trx: Trx, of: Moderation) => Promise<void>) {
    const actor = actorOf(request, auth.require(request))
    return decideAs(db, actor, 'reviews.moderate', async (trx) => {
      await make(trx, { reviewId, actor, now: now() })
      return getStaffReview(trx, reviewId)
    })
  }

  app.get(
    calls.staffReviews,
    {
      config: { permission: 'reviews.read' },
      schema: { querystring: listStaffReviewsQuerySchema, response: { 200: z.array(staffReviewSchema) } },
    },
    async (request) => listStaffReviews(db, request.query),
  )

  app.post(
    calls.hideReview(':id'),
    { config: { permission: 'reviews.moderate' }, schema: { params, body: hideReviewBodySchema, response } },
    async (request) => moderate(request, request.params.id, async (trx, of) => hideReview(trx, of, request.body.reason)),
  )

  app.post(calls.showReview(':id'), { config: { permission: 'reviews.moderate' }, schema: { params, response } }, async (request) =>
    moderate(request, request.params.id, showReview),
  )
}
