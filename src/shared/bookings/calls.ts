import { z } from 'zod/mini'
import { get } from '#shared/contract.ts'
import { pageQuerySchema } from '#shared/list-pages.ts'
import { moveSchema } from './moves.ts'
import { tourBookingSchema, vehicleBookingSchema } from './public.ts'

/** Sorted by `date`, upcoming bookings come first by date and then the others, latest first. By default both parts are newest first. */
const ownListQuerySchema = z.extend(pageQuerySchema, { order: z.optional(z.enum(['date'], 'Unknown sort order')) })
export type OwnListQuery = z.infer<typeof ownListQuerySchema>

const lists = { may: 'signedIn', query: ownListQuerySchema } as const

// Specification §7. The length of the whole list is in a header.
export const listTourBookings = get('/tours/my_bookings', { ...lists, returns: z.array(tourBookingSchema) })
export const listVehicleBookings = get('/vehicles/view_all_bookings', { ...lists, returns: z.array(vehicleBookingSchema) })

// The others are beyond specification §7.
export const getMove = get('/bookings/:id/move', { may: 'signedIn', returns: moveSchema })

// Only of confirmed bookings.
export const downloadTripEvent = get('/bookings/:id/calendar.ics', { may: 'signedIn' })
export const downloadMoveEvent = get('/bookings/:id/move.ics', { may: 'signedIn' })
