import { queryOptions } from '@tanstack/react-query'
import type { Day } from '#shared/dates.ts'
import { calls } from '#shared/paths.ts'
import { seatsResponseSchema } from '#shared/tours/public.ts'
import { responseOf, getJson } from '#web/lib/http.ts'

export const seatsKey = (tourId: string) => ['tours', 'seats', tourId]

/** Of an option, with its start times, if there is one. Beyond specification §7: a failure is silent, and nothing waits for the result. */
export function seatsQuery(tourId: string, date: Day, optionId?: string) {
  return queryOptions({
    queryKey: [...seatsKey(tourId), date, ...(optionId === undefined ? [] : [optionId])],
    queryFn: ({ signal }) => responseOf(seatsResponseSchema, getJson(calls.seats(tourId), { date, optionId }, { signal })),
    retry: false,
  })
}
