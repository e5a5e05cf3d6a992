import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { bookingNoteSchema } from '#shared/manifests.ts'
import type { SaleEnd } from '#shared/sale-ends.ts'
import { bookingAuditSchema, bookingStorySchema, SEARCH_LIMITED, staffBookingSchema, type BookingFilters } from '#shared/staff-bookings.ts'
import { staffTourDetailsSchema, staffTourSchema, type TourFields, type TourStatus } from '#shared/staff-tours.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, getPage, postJson } from '#web/lib/http.ts'

const PAGE = 50
const MOST_TOURS = 8
/** Nothing comes before it. */
const FIRST_PAGE = ''

/** All that the staff know about bookings. */
export const BOOKINGS_KEY = ['staff', 'bookings'] as const

/** Returns the bookings that fit, in pages. `total`: of all pages, where the server has counted so many. `isLimited`: the search text fits more people than the server looks at. */
export function bookingsQuery(filters: BookingFilters) {
  return infiniteQueryOptions({
    queryKey: [...BOOKINGS_KEY, 'list', filters],
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...filters, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
      const { body, headers, total } = await getPage(calls.staffBookings, query, { signal })
      const bookings = await exactResponseOf(z.array(staffBookingSchema), Promise.resolve(body))
      return { bookings, total, isLimited: headers.has(SEARCH_LIMITED) }
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ bookings }) => (bookings.length < PAGE ? undefined : bookings.at(-1)?.id),
    // What fitted before stays, dimmed, until what fits now is there.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
}

export function storyQuery(id: string) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'story', id],
    queryFn: ({ signal }) => exactResponseOf(bookingStorySchema, getJson(calls.staffBooking(id), {}, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** Returns who has changed a booking: for those who may read the audit. */
export function bookingAuditQuery(id: string) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'audit', id],
    queryFn: ({ signal }) => exactResponseOf(bookingAuditSchema, getJson(calls.staffBookingAudit(id), {}, { signal })),
    staleTime: 0,
  })
}

export function writeNote(bookingId: string, body: string) {
  return exactResponseOf(z.array(bookingNoteSchema), postJson(calls.bookingNotes(bookingId), { body }))
}

/** Returns the first few tours that fit a text, by name: of one status, or all. */
export function tourChoicesQuery(search: string, status?: TourStatus) {
  return queryOptions({
    queryKey: ['staff', 'tour-choices', status ?? 'all', search],
    queryFn: ({ signal }) =>
      exactResponseOf(
        z.array(staffTourSchema),
        getJson(calls.staffTours, { limit: MOST_TOURS, status, search: search || undefined }, { signal }),
      ),
    placeholderData: keepPreviousData,
  })
}

/** What a booking needs to know of a tour, on sale or not. */
export type ChosenTour = Pick<TourFields, 'name' | 'basePrice' | 'currency' | 'runs' | 'maxPeople'> & {
  id: string
  status: TourStatus
  saleEnd: SaleEnd | undefined
}

export function chosenTourQuery(id: string) {
  return queryOptions({
    queryKey: ['staff', 'chosen-tour', id],
    queryFn: async ({ signal }): Promise<ChosenTour> => {
      const { status, fields } = await exactResponseOf(staffTourDetailsSchema, getJson(calls.staffTour(id), {}, { signal }))
      const { name, basePrice, currency, runs, maxPeople, saleEnd } = fields
      return { id, status, name, basePrice, currency, runs, maxPeople, saleEnd: saleEnd ?? undefined }
    },
    enabled: id !== '',
  })
}
