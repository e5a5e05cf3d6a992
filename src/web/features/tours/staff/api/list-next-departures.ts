import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { addDays, localToday } from '#shared/dates.ts'
import { staffDepartureSchema } from '#shared/tours/departures.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** Number of days shown, including today. */
export const NEXT_DAYS = 14

const MOST = 100

/** Departures of the next days that have bookings or open checkouts, by date. */
export const nextDeparturesQuery = queryOptions({
  queryKey: ['staff', 'departures', 'next'],
  queryFn: async ({ signal }) => {
    const from = localToday()
    const query = { from, to: addDays(from, NEXT_DAYS - 1), bookings: 'some', limit: MOST }
    const departures = await exactResponseOf(z.array(staffDepartureSchema), getJson(calls.staffDepartures, query, { signal }))
    return departures.filter(({ sold, held }) => sold + held > 0)
  },
})
