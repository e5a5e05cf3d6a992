import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { staffDepartureSchema } from '#shared/tours/departures.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'
import type { Stretch, Bookings } from '../stretch.ts'

const PAGE = 50
const FIRST_PAGE = ''

/** Refetched on every visit, since other people sell, hold and change departures all the time. */
const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const

/** The departures in a range in pages, by date and then tour. */
export function departuresQuery({ from, to, tour }: Stretch, bookings: Bookings) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('departures'), 'list', from, to, tour ?? 'all', bookings ?? 'both'],
    queryFn: ({ signal, pageParam }) => {
      const query = { from, to, tour, bookings, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
      return exactResponseOf(z.array(staffDepartureSchema), getJson(calls.staffDepartures, query, { signal }))
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
    ...fresh,
  })
}
