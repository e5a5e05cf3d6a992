import { z } from 'zod/mini'
import { guideLinkSchema, newGuideLinkSchema } from '#shared/bookings/guide-links.ts'
import { pageHref, pages } from '#shared/pages.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { namedDeparture } from '#server/features/tours/departures/queries.ts'
import { createGuideLink, revokeGuideLink } from './commands.ts'
import { listGuideLinks } from './queries.ts'

const departureParams = z.object({ id: z.string().check(z.maxLength(111)) })
const linkParams = z.object({ id: z.string().check(z.maxLength(64)) })

export function guideLinkRoutes(app: App, deps: Deps): void {
  const { auth, db, now, origins } = deps

  app.get(
    calls.guideLinks(':id'),
    { config: { permission: 'departures.guides' }, schema: { params: departureParams, response: { 200: z.array(guideLinkSchema) } } },
    async (request) => {
      const { tourId, day } = namedDeparture(request.params.id)
      return listGuideLinks(db, tourId, day, now())
    },
  )

  app.post(
    calls.guideLinks(':id'),
    { config: { permission: 'departures.guides' }, schema: { params: departureParams, response: { 201: newGuideLinkSchema } } },
    async (request, reply) => {
      const departure = namedDeparture(request.params.id)
      const actor = actorOf(request, auth.require(request))
      const made = await decideAs(db, actor, 'departures.guides', async (trx) => {
        const token = await createGuideLink(deps, trx, actor, departure)
        const url = `${origins.ofPages(request)}${pageHref(pages.guide)}?token=${token}`
        return { url, links: await listGuideLinks(trx, departure.tourId, departure.day, now()) }
      })
      return reply.code(201).send(made)
    },
  )

  app.post(
    calls.revokeGuideLink(':id'),
    { config: { permission: 'departures.guides' }, schema: { params: linkParams, response: { 200: z.array(guideLinkSchema) } } },
    async (request) => {
      const actor = actorOf(request, auth.require(request))
      return decideAs(db, actor, 'departures.guides', async (trx) => {
        const { tourId, day } = await revokeGuideLink(trx, actor, request.params.id, now())
        return listGuideLinks(trx, tourId, day, now())
      })
    },
  )
}
