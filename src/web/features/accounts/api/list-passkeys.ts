import { queryOptions } from '@tanstack/react-query'
import type { Lenient } from '#shared/lenient.ts'
import { type passkeySchema, passkeysSchema } from '#shared/accounts/passkeys.ts'
import * as passkeyCalls from '#shared/accounts/passkey-calls.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

export type Passkey = Lenient<typeof passkeySchema>

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) => responseOf(passkeysSchema, getJson(passkeyCalls.listPasskeys.path, {}, { signal })),
  staleTime: 0,
})
