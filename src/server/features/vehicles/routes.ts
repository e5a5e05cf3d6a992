import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { serviceTypeSchema } from '#shared/vehicles/public.ts'
import { checkPincodesResponseSchema, checkPincodesBodySchema, PINCODES_UNAVAILABLE } from '#shared/vehicles/requests.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { checkCoverage, listServiceTypes } from './queries.ts'

/** Services and coverage (specification §7). */
export function vehicleRoutes(app: App, { db, auth }: Deps): void {
  app.get(calls.serviceTypes, { schema: { response: { 200: z.array(serviceTypeSchema) } } }, async (request) => {
    auth.require(request)
    return listServiceTypes(db)
  })

  app.post(
    calls.checkPincodes,
    { schema: { body: checkPincodesBodySchema, response: { 200: checkPincodesResponseSchema } } },
    async (request) => {
      auth.require(request)
      const covered = await checkCoverage(db, request.body.pickup, request.body.drop)
      if (covered.pickup && covered.drop) return { status: 'success' as const }
      return { status: 'unavailable' as const, message: PINCODES_UNAVAILABLE, ...covered }
    },
  )
}
