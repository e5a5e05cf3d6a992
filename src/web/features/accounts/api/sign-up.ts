import { type SignupBody } from '#shared/accounts/public.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { calls } from '#shared/paths.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

export const signup = (body: SignupBody) => responseOf(messageResponseSchema, postJson(calls.signup, body))
