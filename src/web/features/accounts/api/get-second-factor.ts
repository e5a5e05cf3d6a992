import { queryOptions } from '@tanstack/react-query'
import type { Lenient } from '#shared/lenient.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { secondFactorSchema } from '#shared/accounts/second-factors.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

export type SecondFactor = Lenient<typeof secondFactorSchema>

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: ({ signal }) => responseOf(secondFactorSchema, getJson(securityCalls.getSecondFactor.path, {}, { signal })),
  staleTime: 0,
})
