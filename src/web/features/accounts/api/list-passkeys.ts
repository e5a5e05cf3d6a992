import { queryOptions } from '@tanstack/react-query'
import type { Lenient } from '#shared/lenient.ts'
import { type passkeySchema, passkeysSchema } from '#shared/accounts/passkeys.ts'
import { calls } from '#shared/paths.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

export type Passkey = Lenient<typeof passkeySchema>

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) => responseOf(passkeysSchema, getJson(calls.passkeys, {}, { signal })),
  staleTime: 0,
})
