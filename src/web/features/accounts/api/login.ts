import { loginResponseSchema, type LoginBody } from '#shared/accounts/public.ts'
import { calls } from '#shared/paths.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

/** `user` may be absent when another server implements the same contract. */
export const login = (body: LoginBody) => responseOf(loginResponseSchema, postJson(calls.login, body))
