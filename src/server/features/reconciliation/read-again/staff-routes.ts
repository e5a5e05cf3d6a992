import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { readAgainSchema } from '#shared/bookings/staff.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { readAgain } from './flows.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

export function readAgainRoutes(app: App, deps: Deps): void {
  app.post(
    calls.readBookingAgain(':id'),
    { config: { permission: 'bookings.readAgain' }, schema: { params: paramsSchema, response: { 200: readAgainSchema } } },
    async (request) => readAgain(deps, request.params.id),
  )
}
