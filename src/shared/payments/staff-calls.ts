import { post } from '#shared/contract.ts'
import { readAgainSchema } from '#shared/bookings/staff.ts'

export const readBookingAgain = post('/staff/bookings/:id/read-again', { may: 'bookings.readAgain', returns: readAgainSchema })
