import { z } from 'zod/mini'
import {
  bookingAuditSchema,
  bookingFiltersSchema,
  bookingStorySchema,
  listStaffBookingsQuerySchema,
  staffBookingSchema,
} from '#shared/bookings/staff.ts'
import { get, post } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { findQuerySchema, foundSchema } from './find.ts'

export const listStaffBookings = get('/staff/bookings', {
  may: 'bookings.read',
  query: listStaffBookingsQuerySchema,
  returns: z.array(staffBookingSchema),
})
/** Finds people and tours too. */
export const searchConsole = get('/staff/find', { may: 'bookings.read', query: findQuerySchema, returns: foundSchema })
export const downloadBookings = get('/staff/bookings-file', { may: 'bookings.export', query: bookingFiltersSchema })
export const getStory = get('/staff/bookings/:id', { may: 'bookings.read', returns: bookingStorySchema })
export const listBookingAudit = get('/staff/bookings/:id/audit', { may: 'audit.read', returns: bookingAuditSchema })
/** `id` is the email’s. */
export const resendBookingEmail = post('/staff/booking-emails/:id/resend', { may: 'bookings.contact', returns: messageResponseSchema })
