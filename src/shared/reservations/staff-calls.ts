import { z } from 'zod/mini'
import { post } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { offlinePaymentBodySchema, reservationBodySchema, reservationMadeSchema, voidPaymentBodySchema } from './staff.ts'

/** Books a tour by phone. Idempotent: the same key sent twice makes one booking. */
export const makeReservation = post('/staff/reservations', {
  may: 'bookings.reserve',
  body: reservationBodySchema,
  returns: reservationMadeSchema,
  status: 201,
})
export const sendPaymentLink = post('/staff/bookings/:id/payment-link', { may: 'bookings.reserve', returns: messageResponseSchema })
/** Makes another link to the card page, to scan, copy or print. */
export const showPaymentLink = post('/staff/bookings/:id/payment-sheet', {
  may: 'bookings.reserve',
  returns: z.object({ url: z.string() }),
})
export const releaseReservation = post('/staff/bookings/:id/release', { may: 'bookings.reserve', returns: messageResponseSchema })

/** For a reservation or a quote. */
export const recordOfflinePayment = post('/staff/bookings/:id/outside-payment', {
  may: 'payments.record',
  body: offlinePaymentBodySchema,
  returns: messageResponseSchema,
})
export const voidPayment = post('/staff/payments/:id/void', {
  may: 'payments.void',
  body: voidPaymentBodySchema,
  returns: messageResponseSchema,
})
