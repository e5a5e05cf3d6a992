import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { accountSessionSchema } from '#shared/accounts/settings.ts'
import type { Lenient } from '#shared/lenient.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { responseOf, getJson } from '#web/lib/http.ts'

export type AccountSession = Lenient<typeof accountSessionSchema>

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => responseOf(z.array(accountSessionSchema), getJson(securityCalls.listSessions.path, {}, { signal })),
  staleTime: 0,
})
