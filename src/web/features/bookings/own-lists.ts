import { infiniteQueryOptions, type InfiniteData, type QueryClient, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { listTourBookings, listVehicleBookings } from '#shared/bookings/calls.ts'
import type { refundPreviewSchema } from '#shared/bookings/public.ts'
import type { SentWith } from '#shared/contract.ts'
import type { Lenient } from '#shared/lenient.ts'
import type { OwnReview } from '#shared/reviews/own.ts'
import { askPage } from '#web/lib/ask.ts'
import { logProblem } from '#web/lib/log.ts'

/** `total` counts the whole list; if the server does not send it, the list is complete. */
type Page<T> = { bookings: T[]; total: number | undefined }
export type BookingPages<T> = InfiniteData<Page<T>>

const FIRST_PAGE = ''

async function readPage<C extends typeof listTourBookings | typeof listVehicleBookings>(call: C, before: string, signal: AbortSignal) {
  try {
    const query = { before: before === FIRST_PAGE ? undefined : before, order: 'date' } as const
    const { data, total } = await askPage(call, { query } as SentWith<C>, signal)
    return { bookings: data, total }
  } catch (error) {
    if (!signal.aborted) logProblem('A booking list could not be loaded', error)
    throw error
  }
}

/** Returns the cursor of the next page: the id of the last booking. Undefined at the end. */
function lastOf<T extends { id: string }>({ bookings, total }: Page<T>, pages: Page<T>[]): string | undefined {
  const loaded = pages.reduce((sum, page) => sum + page.bookings.length, 0)
  return loaded < (total ?? 0) ? bookings.at(-1)?.id : undefined
}

export const tourBookingsQuery = infiniteQueryOptions({
  queryKey: ['bookings', 'tours'],
  queryFn: ({ signal, pageParam }) => readPage(listTourBookings, pageParam, signal),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: lastOf,
  staleTime: 0,
})

export const vehicleBookingsQuery = infiniteQueryOptions({
  queryKey: ['bookings', 'vehicles'],
  queryFn: ({ signal, pageParam }) => readPage(listVehicleBookings, pageParam, signal),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: lastOf,
  staleTime: 0,
})

export type LoadedBookings<T> = {
  /** Undefined until the first page has loaded. */
  bookings: T[] | undefined
  /** The server's total, or else the number loaded. */
  total: number
  isPending: boolean
  retry: () => void
  more: { isThere: boolean; isBusy: boolean; hasFailed: boolean; load: () => void }
}

export function loadedBookings<T extends { id: string }>(query: UseInfiniteQueryResult<BookingPages<T>>): LoadedBookings<T> {
  // If a booking was made or cancelled in between, the pages shift and may contain the same booking twice.
  const byId = new Map<string, T>()
  for (const booking of query.data?.pages.flatMap(({ bookings }) => bookings) ?? []) byId.set(booking.id, booking)
  return {
    bookings: query.data && [...byId.values()],
    total: query.data?.pages.at(-1)?.total ?? byId.size,
    isPending: query.isPending,
    retry: () => void query.refetch({ cancelRefetch: false }),
    more: {
      isThere: query.hasNextPage,
      isBusy: query.isFetchingNextPage,
      hasFailed: query.isFetchNextPageError,
      load: () => void query.fetchNextPage({ cancelRefetch: false }),
    },
  }
}

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
    // Not awaited: success is shown straight away and the list follows.
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
