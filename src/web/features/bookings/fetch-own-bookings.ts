import { z } from 'zod/mini'
import { tourBookingSchema } from '#shared/bookings/public.ts'
import { calls } from '#shared/paths.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

/** Beyond specification §7. */
export function fetchOwnBookings(tourId: string, signal: AbortSignal) {
  return responseOf(z.array(tourBookingSchema), getJson(calls.myBookingsOfTour(tourId), {}, { signal }))
}
