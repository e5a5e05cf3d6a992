import { z } from 'zod/mini'
import { vehicleBookingSchema } from '#shared/bookings.ts'
import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { listVehicleBookings } from './queries.ts'

/** The person's vehicle bookings (specification §7). */
export function vehicleRoutes(app: App, { db, auth }: Deps): void {
  app.get(calls.myVehicleBookings, { schema: { response: { 200: z.array(vehicleBookingSchema) } } }, async (request) => {
    const { userId } = auth.require(request)
    return listVehicleBookings(db, userId)
  })
}
