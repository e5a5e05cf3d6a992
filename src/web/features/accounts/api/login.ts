import { loginResponseSchema, type LoginBody } from '#shared/accounts/public.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

/** `user` may be absent when another server implements the same contract. */
export const login = (body: LoginBody) => responseOf(loginResponseSchema, postJson(accountCalls.logIn.path, body))
