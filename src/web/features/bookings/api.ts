import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { cancellationReason, refundPreviewSchema, tourBookingSchema, vehicleBookingSchema } from '#shared/bookings.ts'
import { confirmationResponseSchema } from '#shared/confirmations.ts'
import type { Lenient } from '#shared/lenient.ts'
import { moveSchema } from '#shared/moves.ts'
import { calls } from '#shared/paths.ts'
import { createCheckoutResponseSchema } from '#shared/payments.ts'
import type { OwnReview } from '#shared/reviews.ts'
import { getJson, getPage, postJson, responseOf } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'

/** `total`: of the whole list; undefined where the server does not say, and then the list is complete. */
type Page<T> = { bookings: T[]; total: number | undefined }
export type BookingPages<T> = InfiniteData<Page<T>>

async function fetchPage<S extends z.ZodMiniType>(
  booking: S,
  path: string,
  before: string,
  signal: AbortSignal,
): Promise<Page<Lenient<S>>> {
  try {
    const { body, total } = await getPage(path, { before: before === FIRST_PAGE ? undefined : before, order: 'date' }, { signal })
    return { bookings: await responseOf(z.array(booking), Promise.resolve(body)), total }
  } catch (error) {
    if (!signal.aborted) logProblem('A booking list could not be loaded', error)
    throw error
  }
}

/** Returns the booking after which the list goes on; undefined at its end. */
function lastOf<T extends { id: string }>({ bookings, total }: Page<T>, pages: Page<T>[]): string | undefined {
  const loaded = pages.reduce((sum, page) => sum + page.bookings.length, 0)
  return loaded < (total ?? 0) ? bookings.at(-1)?.id : undefined
}

/** Nothing comes before it. */
const FIRST_PAGE = ''

export const tourBookingsQuery = infiniteQueryOptions({
  queryKey: ['bookings', 'tours'],
  queryFn: ({ signal, pageParam }) => fetchPage(tourBookingSchema, calls.myTourBookings, pageParam, signal),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: lastOf,
  staleTime: 0,
})

/** Returns what its traveller has of one tour. Beyond specification §7. */
export function listOwnBookings(tourId: string, signal: AbortSignal) {
  return responseOf(z.array(tourBookingSchema), getJson(calls.myBookingsOfTour(tourId), {}, { signal }))
}

export const vehicleBookingsQuery = infiniteQueryOptions({
  queryKey: ['bookings', 'vehicles'],
  queryFn: ({ signal, pageParam }) => fetchPage(vehicleBookingSchema, calls.myVehicleBookings, pageParam, signal),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: lastOf,
  staleTime: 0,
})

/** Returns the pages with one booking changed. */
function withBooking<T extends { id: string }>(
  pages: BookingPages<T> | undefined,
  id: string,
  change: Partial<T>,
): BookingPages<T> | undefined {
  return (
    pages && {
      ...pages,
      pages: pages.pages.map((page) => ({
        ...page,
        bookings: page.bookings.map((booking) => (booking.id === id ? { ...booking, ...change } : booking)),
      })),
    }
  )
}

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

/** Withdraws a vehicle request that nobody has paid. */
export function withdrawQuote(bookingId: string) {
  return postJson(calls.withdrawQuote(bookingId))
}

/**
 * Marks one entry of the vehicle list as cancelled: the list is not reloaded (specification §4). The refund is the one
 * that the dialog previewed, if it had one.
 */
export function markVehicleCancelled(client: QueryClient, bookingId: string): void {
  const preview = client.getQueryData(refundPreviewQuery(bookingId).queryKey)
  const refund = preview ? { amount: preview.refundAmount, state: 'pending' } : null
  client.setQueryData(vehicleBookingsQuery.queryKey, (pages) => withBooking(pages, bookingId, { status: 'cancelled', refund }))
}

export function confirmationQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['bookings', 'confirmation', bookingId],
    queryFn: ({ signal }) => responseOf(confirmationResponseSchema, getJson(calls.confirmation(bookingId), {}, { signal })),
  })
}

/** Returns the query for all of a vehicle booking. Beyond specification §7: the dialog does without it. */
export function moveQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['bookings', 'move', bookingId],
    queryFn: ({ signal }) => responseOf(moveSchema, getJson(calls.move(bookingId), {}, { signal })),
    staleTime: 0,
  })
}

export function saveTravellers(bookingId: string, travellers: { names: string[]; phone: string }) {
  return postJson(calls.travellers(bookingId), travellers)
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
      client.setQueryData(tourBookingsQuery.queryKey, (pages) => withBooking(pages, bookingId, { review })),
  }
}
