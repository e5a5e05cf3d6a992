import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { addedAreasSchema, staffAreaSchema, type Area } from '#shared/coverage.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson } from '#web/lib/http.ts'

/** All areas, also those that are no longer served. */
export const coverageQuery = queryOptions({
  queryKey: ['staff', 'coverage'],
  queryFn: ({ signal }) => exactResponseOf(z.array(staffAreaSchema), getJson(calls.staffCoverage, {}, { signal })),
  staleTime: 0,
  refetchOnWindowFocus: true,
})

export function addAreas(areas: Area[]) {
  return exactResponseOf(addedAreasSchema, postJson(calls.staffCoverage, { areas }))
}

export function setAreaActive(code: string, isActive: boolean) {
  return postJson(isActive ? calls.activateArea(code) : calls.deactivateArea(code))
}
