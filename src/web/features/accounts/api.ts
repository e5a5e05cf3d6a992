import type { LoginBody, SignupBody } from '#shared/accounts.ts'
import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'

/** `user` is absent when another server stands behind the same contract (decisions, "Answers"). */
export type LoginAnswer = { message?: string; user?: unknown }

export const login = (body: LoginBody) => postJson<LoginAnswer | null>(calls.login, body)
export const signup = (body: SignupBody) => postJson<{ message?: string } | null>(calls.signup, body)
