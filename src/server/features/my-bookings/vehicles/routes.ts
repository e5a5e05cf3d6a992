import { z } from 'zod/mini'
import { dayIn } from '#shared/dates.ts'
import { moveSchema } from '#shared/bookings/moves.ts'
import { bookingsHref } from '#shared/pages.ts'
import { calls } from '#shared/paths.ts'
import { PICKUP_TIME_ZONE } from '#shared/vehicles/postcodes.ts'
import { calendarFile } from '#server/lib/calendar-file.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { getMove } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** Also serves a calendar file once the move is confirmed. */
export function moveRoutes(app: App, { db, auth, origins, now }: Deps): void {
  app.get(calls.move(':id'), { schema: { params: paramsSchema, response: { 200: moveSchema } } }, async (request) => {
    const { userId } = auth.require(request)
    return getMove(db, userId, request.params.id)
  })

  app.get(calls.moveCalendarFile(':id'), { schema: { params: paramsSchema } }, async (request, reply) => {
    const { userId } = auth.require(request)
    const move = await getMove(db, userId, request.params.id, 'confirmed')
    const startsAt = new Date(move.pickupDate)
    const file = calendarFile(
      {
        id: move.id,
        reference: move.reference,
        title: move.serviceType?.name ?? '',
        destination: `${move.pickupLocation}, ${move.pickupPinCode}`,
        travelOn: dayIn(PICKUP_TIME_ZONE, startsAt),
        startsAt,
        duration: 1,
        notes: [`From: ${move.pickupLocation}, ${move.pickupPinCode}`, `To: ${move.dropoffLocation}, ${move.dropoffPinCode}`],
        bookingUrl: `${origins.ofPages(request)}${bookingsHref('vehicle', move.id)}`,
      },
      now(),
    )
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="meridian-${move.reference}.ics"`)
      .send(file)
  })
}
