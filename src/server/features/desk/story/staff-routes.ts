import { z } from 'zod/mini'
import { bookingAuditSchema, bookingStorySchema } from '#shared/bookings/staff.ts'
import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { staffRoleOf } from '#server/lib/guards.ts'
import { getStory, listBookingAudit } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

export function bookingStoryRoutes(app: App, { db, auth }: Deps): void {
  app.get(
    calls.staffBooking(':id'),
    { config: { permission: 'bookings.read' }, schema: { params: paramsSchema, response: { 200: bookingStorySchema } } },
    async (request) => getStory(db, request.params.id, { id: auth.require(request).userId, role: staffRoleOf(request) }),
  )

  app.get(
    calls.staffBookingAudit(':id'),
    { config: { permission: 'audit.read' }, schema: { params: paramsSchema, response: { 200: bookingAuditSchema } } },
    async (request) => listBookingAudit(db, request.params.id),
  )
}
