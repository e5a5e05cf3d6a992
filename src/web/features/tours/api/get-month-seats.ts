import { queryOptions } from '@tanstack/react-query'
import { monthSeatsResponseSchema } from '#shared/tours/month-seats.ts'
import type { Month } from '#shared/months.ts'
import { calls } from '#shared/paths.ts'
import { responseOf, getJson } from '#web/lib/http.ts'
import { seatsKey } from './get-seats.ts'

/** Failures are silent, as in `seatsQuery`. */
export function monthSeatsQuery(tourId: string, month: Month, optionId?: string) {
  return queryOptions({
    queryKey: [...seatsKey(tourId), month, ...(optionId === undefined ? [] : [optionId])],
    queryFn: async ({ signal }) =>
      (await responseOf(monthSeatsResponseSchema, getJson(calls.monthSeats(tourId), { month, optionId }, { signal }))).days,
    retry: false,
  })
}
