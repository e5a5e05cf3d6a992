import { loginResponseSchema, messageResponseSchema, type LoginBody, type SignupBody } from '#shared/accounts.ts'
import { calls } from '#shared/paths.ts'
import { responseOf, postJson } from '#web/lib/http.ts'

/** `user` may be absent when another server implements the same contract (decisions, "Answers"). */
export const login = (body: LoginBody) => responseOf(loginResponseSchema, postJson(calls.login, body))
export const signup = (body: SignupBody) => responseOf(messageResponseSchema, postJson(calls.signup, body))
