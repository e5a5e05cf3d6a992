import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { attendanceSchema } from '#shared/attendance.ts'
import type { Day } from '#shared/dates.ts'
import { cancellationFiguresSchema, departureCancellationSchema, type CancellationFigures } from '#shared/departure-cancellations.ts'
import { departureDaySchema, staffDepartureSchema } from '#shared/departures.ts'
import { manifestSchema } from '#shared/manifests.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson, sendJson } from '#web/lib/http.ts'
import { ticksKey } from '#web/lib/waiting-ticks.ts'
import { tickQueue, type TickQueue } from '#web/features/tours/attendance/tick-queue.ts'

/** The departures of some days; of one tour, if it is named. */
export type Stretch = { from: Day; to: Day; tour: string | undefined }
/** Those that are booked, held or changed by staff, those that nobody has booked, or both. */
export type Bookings = 'some' | 'none' | undefined

const PAGE = 50
/** Nothing comes before it. */
const FIRST_PAGE = ''

/** All that the staff know about departures. */
export const DEPARTURES_KEY = ['staff', 'departures'] as const

/** What is shown again when somebody comes back to it: other people sell, hold and change departures all the time. */
const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const

/** Returns the days of a stretch on which departures run, each with all of them together. */
export function departureDaysQuery({ from, to, tour }: Stretch) {
  return queryOptions({
    queryKey: [...DEPARTURES_KEY, 'days', from, to, tour ?? 'all'],
    queryFn: ({ signal }) =>
      exactResponseOf(z.array(departureDaySchema), getJson(calls.staffDepartureDays, { from, to, tour }, { signal })),
    ...fresh,
  })
}

/** Returns the departures of a stretch in pages, by day and then by tour. */
export function departuresQuery({ from, to, tour }: Stretch, bookings: Bookings) {
  return infiniteQueryOptions({
    queryKey: [...DEPARTURES_KEY, 'list', from, to, tour ?? 'all', bookings ?? 'both'],
    queryFn: ({ signal, pageParam }) => {
      const query = { from, to, tour, bookings, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
      return exactResponseOf(z.array(staffDepartureSchema), getJson(calls.staffDepartures, query, { signal }))
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
    ...fresh,
  })
}

export function departureQuery(id: string) {
  return queryOptions({
    queryKey: [...DEPARTURES_KEY, 'one', id],
    queryFn: ({ signal }) => exactResponseOf(staffDepartureSchema, getJson(calls.staffDeparture(id), {}, { signal })),
    ...fresh,
  })
}

/** Returns what cancelling a departure now would do. */
export function figuresQuery(id: string) {
  return queryOptions({
    queryKey: [...DEPARTURES_KEY, 'figures', id],
    queryFn: ({ signal }) => exactResponseOf(cancellationFiguresSchema, getJson(calls.departureCancellationPreview(id), {}, { signal })),
    ...fresh,
    gcTime: 0,
  })
}

/** Returns how far the cancellation of a departure has come. */
export function cancellationQuery(id: string) {
  return queryOptions({
    queryKey: [...DEPARTURES_KEY, 'cancellation', id],
    queryFn: ({ signal }) => exactResponseOf(departureCancellationSchema, getJson(calls.departureCancellation(id), {}, { signal })),
    ...fresh,
  })
}

/** Returns who travels. Each reading of it is recorded, so it is read once, and again when asked for. */
export function manifestQuery(id: string) {
  return queryOptions({
    queryKey: ['staff', 'manifest', id],
    queryFn: ({ signal }) => exactResponseOf(manifestSchema, getJson(calls.manifest(id), {}, { signal })),
    staleTime: Infinity,
    refetchOnReconnect: false,
  })
}

/** Returns the ticks that an account makes of a departure. */
export function departureTicks(accountId: string, id: string): TickQueue {
  return tickQueue(ticksKey(accountId, id), (ticks) => exactResponseOf(attendanceSchema, postJson(calls.tickDeparture(id), { ticks })))
}

/** Blocks a departure, or opens it again. */
export function setBlocked(id: string, isBlocked: boolean) {
  return exactResponseOf(staffDepartureSchema, postJson(isBlocked ? calls.blockDeparture(id) : calls.unblockDeparture(id)))
}

export function setCapacity(id: string, seats: { capacity: number; seenCapacity: number }) {
  return exactResponseOf(staffDepartureSchema, sendJson('PUT', calls.departureCapacity(id), seats))
}

/** `seen`: the figures that were shown; any others are refused. */
export function cancelDeparture(id: string, body: { reason: string; seen: CancellationFigures }) {
  return exactResponseOf(departureCancellationSchema, postJson(calls.cancelDeparture(id), body))
}
