import * as securityCalls from '#shared/accounts/security-calls.ts'
import { postJson } from '#web/lib/http.ts'

export const deleteAccount = (password: string) => postJson(securityCalls.deleteAccount.path, { password })
