import { type SignupBody } from '#shared/accounts/public.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

export const signup = (body: SignupBody) => responseOf(messageResponseSchema, postJson(accountCalls.signUp.path, body))
