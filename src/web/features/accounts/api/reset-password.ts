import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'

export const resetPassword = (token: string, password: string) => postJson(calls.resetPassword, { token, password })
