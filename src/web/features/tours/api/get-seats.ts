import { queryOptions } from '@tanstack/react-query'
import type { Day } from '#shared/dates.ts'
import { calls } from '#shared/paths.ts'
import { seatsResponseSchema } from '#shared/tours/public.ts'
import { responseOf, getJson } from '#web/lib/http.ts'

export const seatsKey = (tourId: string) => ['tours', 'seats', tourId]

/** Beyond specification §7: a failure is silent, and nothing waits for the result. */
export function seatsQuery(tourId: string, date: Day) {
  return queryOptions({
    queryKey: [...seatsKey(tourId), date],
    queryFn: ({ signal }) => responseOf(seatsResponseSchema, getJson(calls.seats(tourId), { date }, { signal })),
    retry: false,
  })
}
