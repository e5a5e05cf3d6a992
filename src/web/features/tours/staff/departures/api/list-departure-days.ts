import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { departureDaySchema } from '#shared/tours/departures.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'
import type { Stretch } from '../stretch.ts'

/** Refetched on every visit, since other people sell, hold and change departures all the time. */
const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const

export function departureDaysQuery({ from, to, tour }: Stretch) {
  return queryOptions({
    queryKey: [...consoleKey('departures'), 'days', from, to, tour ?? 'all'],
    queryFn: ({ signal }) =>
      exactResponseOf(z.array(departureDaySchema), getJson(calls.staffDepartureDays, { from, to, tour }, { signal })),
    ...fresh,
  })
}
