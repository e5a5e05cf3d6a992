import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { manifestSchema, type Manifest } from '#shared/bookings/manifests.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import { BYTE_ORDER_MARK } from '#server/lib/csv.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { namedDeparture } from '#server/features/tours/departures/queries.ts'
import { getManifest, manifestLines } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(111)) })

export function manifestRoutes(app: App, { auth, db }: Deps): void {
  /** Audits the reading in the same transaction. */
  async function read(request: FastifyRequest, id: string): Promise<Manifest> {
    const { tourId, day } = namedDeparture(id)
    const actor = actorOf(request, auth.require(request))
    return decideAs(db, actor, 'departures.read', async (trx) => {
      const manifest = await getManifest(trx, tourId, day)
      const { departureId, people, bookings } = manifest
      const subject = { kind: 'departure', id: departureId } as const
      await recordAudit(trx, { actor, action: 'manifest.read', subject, after: { bookings: bookings.length, people } })
      return manifest
    })
  }

  app.get(
    calls.manifest(':id'),
    { config: { permission: 'departures.read' }, schema: { params: paramsSchema, response: { 200: manifestSchema } } },
    async (request) => read(request, request.params.id),
  )

  app.get(
    calls.manifestFile(':id'),
    { config: { permission: 'departures.read' }, schema: { params: paramsSchema } },
    async (request, reply) => {
      const manifest = await read(request, request.params.id)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName(request.params.id, manifest)}"`)
        .header('cache-control', 'no-store')
        .send(BYTE_ORDER_MARK + manifestLines(manifest).join(''))
    },
  )
}

/** "travellers-tokyo-2026-11-28-0800-1400.csv": the tour, the day and the start times with bookings. */
function fileName(departureId: string, { date, bookings }: Manifest): string {
  const tour = namedDeparture(departureId).tourId.replaceAll(/[^\w-]+/g, '-')
  const times = new Set(bookings.flatMap(({ option }) => option?.startTime?.replace(':', '') ?? []))
  return `${['travellers', tour, date, ...times].join('-')}.csv`
}
