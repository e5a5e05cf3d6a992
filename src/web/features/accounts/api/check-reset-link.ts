import { resetLinkResponseSchema } from '#shared/accounts/public.ts'
import { calls } from '#shared/paths.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

export const checkResetLink = (token: string) => responseOf(resetLinkResponseSchema, postJson(calls.checkResetLink, { token }))
