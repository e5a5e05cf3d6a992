import type { QueryClient } from '@tanstack/react-query'
import type { refundPreviewSchema } from '#shared/bookings/public.ts'
import type { Lenient } from '#shared/lenient.ts'
import type { OwnReview } from '#shared/reviews/own.ts'
import { tourBookingsQuery, vehicleBookingsQuery, type BookingPages } from './api/list-my-bookings.ts'

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

/**
 * Marks a booking as cancelled in its cached list. The vehicle list is not reloaded (specification §4): its refund is the one previewed in
 * the dialog, if any.
 */
export function showCancelled(
  client: QueryClient,
  booking: { id: string; kind: string },
  preview: Lenient<typeof refundPreviewSchema> | undefined,
) {
  if (booking.kind === 'vehicle') {
    const refund = preview ? { amount: preview.refundAmount, state: 'pending' } : null
    client.setQueryData(vehicleBookingsQuery.queryKey, (pages) => withBooking(pages, booking.id, { status: 'cancelled', refund }))
    // Not awaited: success is shown at once and the list follows.
  } else void client.invalidateQueries({ queryKey: tourBookingsQuery.queryKey })
}

/** Gives access to a review in the cached list, for optimistic updates that are rolled back if the server refuses. */
export function listedReview(client: QueryClient, bookingId: string) {
  return {
    /** Cancels a fetch in flight, which would overwrite the optimistic update. */
    stopLoading: () => client.cancelQueries({ queryKey: tourBookingsQuery.queryKey }),
    show: (review: OwnReview | null) =>
      client.setQueryData(tourBookingsQuery.queryKey, (pages) => withBooking(pages, bookingId, { review })),
  }
}
