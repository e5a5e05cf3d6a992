import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { staffAreaSchema } from '#shared/vehicles/coverage.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** Includes areas that are no longer served. */
export const coverageQuery = queryOptions({
  queryKey: ['staff', 'coverage'],
  queryFn: ({ signal }) => exactResponseOf(z.array(staffAreaSchema), getJson(calls.staffCoverage, {}, { signal })),
  staleTime: 0,
  refetchOnWindowFocus: true,
})
