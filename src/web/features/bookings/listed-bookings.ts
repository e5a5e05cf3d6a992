import type { QueryClient } from '@tanstack/react-query'
import type { refundPreviewSchema } from '#shared/bookings/public.ts'
import type { Lenient } from '#shared/lenient.ts'
import type { OwnReview } from '#shared/reviews/public.ts'
import { tourBookingsQuery, vehicleBookingsQuery, type BookingPages } from './api/list-my-bookings.ts'

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

/**
 * Shows in its list that a booking has been cancelled. The list of vehicles is not reloaded (specification §4): its refund is the one that
 * the dialog previewed, if it had one.
 */
export function showCancelled(
  client: QueryClient,
  booking: { id: string; kind: string },
  preview: Lenient<typeof refundPreviewSchema> | undefined,
) {
  if (booking.kind === 'vehicle') {
    const refund = preview ? { amount: preview.refundAmount, state: 'pending' } : null
    client.setQueryData(vehicleBookingsQuery.queryKey, (pages) => withBooking(pages, booking.id, { status: 'cancelled', refund }))
    // Not awaited: the success is shown at once, and the list follows.
  } else void client.invalidateQueries({ queryKey: tourBookingsQuery.queryKey })
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
