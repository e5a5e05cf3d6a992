import * as accountCalls from '#shared/accounts/calls.ts'
import { postJson } from '#web/lib/http.ts'

export const resetPassword = (token: string, password: string) => postJson(accountCalls.resetPassword.path, { token, password })
