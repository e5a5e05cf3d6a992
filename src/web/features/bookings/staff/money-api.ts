import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { readAgainSchema } from '#shared/staff-bookings.ts'
import { bookingMoneySchema, type CancelBookingBody, type RefundBookingBody } from '#shared/staff-refunds.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson } from '#web/lib/http.ts'
import { BOOKINGS_KEY } from './api.ts'

/** Returns what of a booking's money can go back now: asked anew for each decision. */
export function bookingMoneyQuery(id: string) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'money', id],
    queryFn: ({ signal }) => exactResponseOf(bookingMoneySchema, getJson(calls.bookingMoney(id), {}, { signal })),
    staleTime: 0,
    gcTime: 0,
  })
}

export function cancelBooking(id: string, body: CancelBookingBody) {
  return postJson(calls.cancelBooking(id), body)
}

export function refundBooking(id: string, body: RefundBookingBody) {
  return postJson(calls.refundBooking(id), body)
}

/** Has the card provider asked about a booking now. */
export function readAgain(id: string) {
  return exactResponseOf(readAgainSchema, postJson(calls.readBookingAgain(id)))
}
