import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import {
  cancellationReason,
  confirmationResponseSchema,
  refundPreviewSchema,
  tourBookingSchema,
  vehicleBookingSchema,
} from '#shared/bookings.ts'
import type { Lenient } from '#shared/lenient.ts'
import { calls } from '#shared/paths.ts'
import { createCheckoutResponseSchema } from '#shared/payments.ts'
import type { OwnReview } from '#shared/reviews.ts'
import { responseOf, getJson, postJson } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'

async function fetchList<S extends z.ZodMiniType>(booking: S, path: string, signal: AbortSignal): Promise<Lenient<S>[]> {
  try {
    return await responseOf(z.array(booking), getJson(path, {}, { signal }))
  } catch (error) {
    if (!signal.aborted) logProblem('A booking list could not be loaded', error)
    throw error
  }
}

export const tourBookingsQuery = queryOptions({
  queryKey: ['bookings', 'tours'],
  queryFn: ({ signal }) => fetchList(tourBookingSchema, calls.myTourBookings, signal),
  staleTime: 0,
})

export const vehicleBookingsQuery = queryOptions({
  queryKey: ['bookings', 'vehicles'],
  queryFn: ({ signal }) => fetchList(vehicleBookingSchema, calls.myVehicleBookings, signal),
  staleTime: 0,
})

/** Returns the query for what a cancellation now would give back. Beyond specification §7: silently absent on failure. */
export function refundPreviewQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['bookings', 'refund-preview', bookingId],
    queryFn: ({ signal }) => responseOf(refundPreviewSchema, getJson(calls.refundPreview(bookingId), {}, { signal })),
    staleTime: 0,
    retry: false,
  })
}

export type Cancellation = { bookingId: string; stripeId: string | null; reason: string }

/** Cancels a tour or vehicle booking; the response is not read (specification §7). */
export function cancelBooking({ bookingId, stripeId, reason }: Cancellation) {
  return postJson(calls.createRefund, { bookingId, stripeId, reason: cancellationReason(reason) })
}

/** Returns the address of the hosted checkout for a pending tour or an approved vehicle quote. */
export function continuePayment(bookingId: string) {
  return responseOf(createCheckoutResponseSchema, postJson(calls.continuePayment(bookingId)))
}

export function releaseSeats(bookingId: string) {
  return postJson(calls.releaseSeats(bookingId))
}

/**
 * Marks one entry of the vehicle list as cancelled: the list is not reloaded (specification §4). The refund is the one
 * that the dialog previewed, if it had one.
 */
export function markVehicleCancelled(client: QueryClient, bookingId: string): void {
  const preview = client.getQueryData(refundPreviewQuery(bookingId).queryKey)
  const refund = preview ? { amount: preview.refundAmount, state: 'pending' } : null
  client.setQueryData(vehicleBookingsQuery.queryKey, (list) =>
    list?.map((booking) => (booking.id === bookingId ? { ...booking, status: 'cancelled', refund } : booking)),
  )
}

export function confirmationQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['bookings', 'confirmation', bookingId],
    queryFn: ({ signal }) => responseOf(confirmationResponseSchema, getJson(calls.confirmation(bookingId), {}, { signal })),
  })
}

export function saveTravellers(bookingId: string, names: string[]) {
  return postJson(calls.travellers(bookingId), { names })
}

/**
 * Returns access to the review of one booking in the list, which shows a review before the server has it, and the previous
 * one again if the server refuses.
 */
export function listedReview(client: QueryClient, bookingId: string) {
  return {
    /** Stops an older list that is still on its way, which would undo what is shown. */
    stopLoading: () => client.cancelQueries({ queryKey: tourBookingsQuery.queryKey }),
    show: (review: OwnReview | null) =>
      client.setQueryData(tourBookingsQuery.queryKey, (list) =>
        list?.map((booking) => (booking.id === bookingId ? { ...booking, review } : booking)),
      ),
  }
}
