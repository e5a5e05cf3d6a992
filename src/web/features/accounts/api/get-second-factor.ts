import { queryOptions } from '@tanstack/react-query'
import type { Lenient } from '#shared/lenient.ts'
import { calls } from '#shared/paths.ts'
import { secondFactorSchema } from '#shared/accounts/second-factors.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

export type SecondFactor = Lenient<typeof secondFactorSchema>

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: ({ signal }) => responseOf(secondFactorSchema, getJson(calls.secondFactor, {}, { signal })),
  staleTime: 0,
})
