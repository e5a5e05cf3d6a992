import type { ForgotPasswordBody } from '#shared/accounts/public.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import { postJson } from '#web/lib/http.ts'

export const askForLink = (body: ForgotPasswordBody) => postJson(accountCalls.forgotPassword.path, body)
