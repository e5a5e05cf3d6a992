import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { serviceTypeSchema } from '#shared/vehicles/public.ts'
import { responseOf, getJson } from '#web/lib/http.ts'

/** Accepts both a bare list and one under `data`. */
export const serviceTypesQuery = queryOptions({
  queryKey: ['vehicles', 'services'],
  queryFn: ({ signal }) => responseOf(z.array(serviceTypeSchema), listOf(getJson(calls.serviceTypes, {}, { signal }))),
})

async function listOf(call: Promise<unknown>): Promise<unknown> {
  const answer = await call
  return typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer
}
