import { loginAnswerSchema, messageAnswerSchema, type LoginBody, type SignupBody } from '#shared/accounts.ts'
import { calls } from '#shared/paths.ts'
import { answerOf, postJson } from '#web/lib/http.ts'

/** `user` may be absent when another server implements the same contract (decisions, "Answers"). */
export const login = (body: LoginBody) => answerOf(loginAnswerSchema, postJson(calls.login, body))
export const signup = (body: SignupBody) => answerOf(messageAnswerSchema, postJson(calls.signup, body))
