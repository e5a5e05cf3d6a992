import { queryOptions } from '@tanstack/react-query'
import { pathOf } from '#shared/contract.ts'
import type { Day } from '#shared/dates.ts'
import { getSeats } from '#shared/tours/calls.ts'
import { seatsResponseSchema } from '#shared/tours/public.ts'
import { exactResponseOf } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { getJson } from '#web/lib/http.ts'

/** `optionId` is needed for a tour with options, and asks for its start times too. */
export function seatsLeftQuery(tourId: string, date: Day, optionId?: string) {
  return queryOptions({
    queryKey: [...consoleKey('bookings'), 'seats', tourId, date, optionId ?? ''],
    queryFn: ({ signal }) =>
      exactResponseOf(seatsResponseSchema, getJson(pathOf(getSeats, { id: tourId }), { date, optionId }, { signal })),
    enabled: tourId !== '' && date !== '',
    staleTime: 0,
    retry: false,
  })
}
