import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { staffServiceSchema } from '#shared/vehicles/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** Includes services that are no longer offered. */
export const servicesQuery = queryOptions({
  queryKey: ['staff', 'services'],
  queryFn: ({ signal }) => exactResponseOf(z.array(staffServiceSchema), getJson(calls.staffServices, {}, { signal })),
  staleTime: 0,
  refetchOnWindowFocus: true,
})
