import { resetLinkResponseSchema } from '#shared/accounts/public.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

export const checkResetLink = (token: string) => responseOf(resetLinkResponseSchema, postJson(accountCalls.checkResetLink.path, { token }))
