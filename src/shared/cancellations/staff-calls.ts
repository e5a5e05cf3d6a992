import { get, post } from '#shared/contract.ts'
import { bookingMoneySchema, cancelBookingBodySchema, moneyResponseSchema, refundBookingBodySchema } from '#shared/refunds/staff.ts'

export const getBookingMoney = get('/staff/bookings/:id/money', { may: 'bookings.money', returns: bookingMoneySchema })
export const cancelBooking = post('/staff/bookings/:id/cancel', {
  may: 'bookings.cancel',
  body: cancelBookingBodySchema,
  returns: moneyResponseSchema,
})
export const refundBooking = post('/staff/bookings/:id/refund', {
  may: 'bookings.refund',
  body: refundBookingBodySchema,
  returns: moneyResponseSchema,
})
