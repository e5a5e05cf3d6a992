import type { ForgotPasswordBody } from '#shared/accounts/public.ts'
import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'

export const askForLink = (body: ForgotPasswordBody) => postJson(calls.forgotPassword, body)
