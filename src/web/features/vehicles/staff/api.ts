import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { addedAreasSchema, staffAreaSchema, type Area } from '#shared/coverage.ts'
import { calls } from '#shared/paths.ts'
import { staffServiceSchema, type ChangeServiceBody } from '#shared/staff-services.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson, sendJson } from '#web/lib/http.ts'

/** All areas, also those that are no longer served. */
export const coverageQuery = queryOptions({
  queryKey: ['staff', 'coverage'],
  queryFn: ({ signal }) => exactResponseOf(z.array(staffAreaSchema), getJson(calls.staffCoverage, {}, { signal })),
  staleTime: 0,
  refetchOnWindowFocus: true,
})

/** All services, also those that are no longer offered. */
export const servicesQuery = queryOptions({
  queryKey: ['staff', 'services'],
  queryFn: ({ signal }) => exactResponseOf(z.array(staffServiceSchema), getJson(calls.staffServices, {}, { signal })),
  staleTime: 0,
  refetchOnWindowFocus: true,
})

export function changeService(id: string, body: ChangeServiceBody) {
  return sendJson('PUT', calls.staffService(id), body)
}

export function setServiceActive(id: string, isActive: boolean) {
  return postJson(isActive ? calls.activateService(id) : calls.deactivateService(id))
}

export function addAreas(areas: Area[]) {
  return exactResponseOf(addedAreasSchema, postJson(calls.staffCoverage, { areas }))
}

export function setAreaActive(code: string, isActive: boolean) {
  return postJson(isActive ? calls.activateArea(code) : calls.deactivateArea(code))
}
