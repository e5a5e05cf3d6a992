import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'
import { listTourBookings, listVehicleBookings } from '#shared/bookings/calls.ts'
import type { SentWith } from '#shared/contract.ts'
import { askPage } from '#web/lib/ask-page.ts'
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
