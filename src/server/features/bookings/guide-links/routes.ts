import type { FastifyRequest } from 'fastify'
import { attendanceSchema } from '#shared/bookings/attendance.ts'
import { departureId } from '#shared/tours/departures.ts'
import { GUIDE_LINK_SPENT, guideBodySchema, guideManifestSchema, guideTicksBodySchema } from '#shared/bookings/guide-links.ts'
import { calls } from '#shared/paths.ts'
import type { Trx } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { createRateLimit, networkOf } from '#server/lib/rate-limits.ts'
import { actorOf } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { keepTicks } from '../attendance/commands.ts'
import { findWorkingLink, getGuideManifest, type WorkingLink } from './queries.ts'

const QUARTER_HOUR = 15 * 60
const DAY = 24 * 60 * 60
/** Unknown tokens allowed per network and quarter of an hour. Working links are not counted. */
const GUESSES = 30
/** Uses of one link per day, because each is audited permanently. */
const USES_A_DAY = 5000

/** Serves guides who have a link and no account. The token is sent in the body, so that no log or URL contains it. */
export function guideRoutes(app: App, deps: Deps): void {
  const { db, now, pool } = deps
  const guesses = createRateLimit(pool, 'guide-guess', GUESSES, QUARTER_HOUR)
  const uses = createRateLimit(pool, 'guide-use', USES_A_DAY, DAY)

  /** Runs `work` in a transaction in which the link works. Throws 404 when it does not, and 429 after too many guesses. */
  async function byLink<T>(request: FastifyRequest, token: string, count: number, work: (trx: Trx, link: WorkingLink) => Promise<T>) {
    const known = await findWorkingLink(db, token, now())
    if (!known) {
      await guesses.consume(networkOf(request.ip))
      throw new AppError('not_found', GUIDE_LINK_SPENT)
    }
    await uses.consume(known.id, count)
    return db.transaction().execute(async (trx) => {
      const link = await findWorkingLink(trx, token, now())
      if (!link) throw new AppError('not_found', GUIDE_LINK_SPENT)
      return work(trx, link)
    })
  }

  app.post(calls.guideManifest, { schema: { body: guideBodySchema, response: { 200: guideManifestSchema } } }, async (request) =>
    byLink(request, request.body.token, 1, async (trx, link) => {
      const manifest = await getGuideManifest(trx, link)
      await recordAudit(trx, {
        actor: actorOf(request, null),
        action: 'manifest.read',
        subject: { kind: 'departure', id: departureId(link.tour_id, link.departs_on) },
        after: { bookings: manifest.bookings.length, people: manifest.people, guideLinkId: link.id },
      })
      return manifest
    }),
  )

  app.post(calls.guideTicks, { schema: { body: guideTicksBodySchema, response: { 200: attendanceSchema } } }, async (request) => {
    const { token, name, ticks } = request.body
    return byLink(request, token, 1 + ticks.length, async (trx, link) => {
      const ticker = { linkId: link.id, name }
      const { tour_id: tourId, departs_on: day } = link
      return keepTicks(deps, trx, { tourId, day, actor: actorOf(request, null), ticker }, ticks)
    })
  })
}
