import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { tourBookingSchema, vehicleBookingSchema } from '#shared/bookings/public.ts'
import type { Lenient } from '#shared/lenient.ts'
import { calls } from '#shared/paths.ts'
import { getPage, responseOf } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'

/** `total` counts the whole list; if the server does not send it, the list is complete. */
type Page<T> = { bookings: T[]; total: number | undefined }
export type BookingPages<T> = InfiniteData<Page<T>>

const FIRST_PAGE = ''

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

/** Returns the cursor of the next page: the id of the last booking. Undefined at the end. */
function lastOf<T extends { id: string }>({ bookings, total }: Page<T>, pages: Page<T>[]): string | undefined {
  const loaded = pages.reduce((sum, page) => sum + page.bookings.length, 0)
  return loaded < (total ?? 0) ? bookings.at(-1)?.id : undefined
}

export const tourBookingsQuery = infiniteQueryOptions({
  queryKey: ['bookings', 'tours'],
  queryFn: ({ signal, pageParam }) => fetchPage(tourBookingSchema, calls.myTourBookings, pageParam, signal),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: lastOf,
  staleTime: 0,
})

export const vehicleBookingsQuery = infiniteQueryOptions({
  queryKey: ['bookings', 'vehicles'],
  queryFn: ({ signal, pageParam }) => fetchPage(vehicleBookingSchema, calls.myVehicleBookings, pageParam, signal),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: lastOf,
  staleTime: 0,
})
