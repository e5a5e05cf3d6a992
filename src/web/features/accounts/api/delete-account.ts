import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'

export const deleteAccount = (password: string) => postJson(calls.deleteAccount, { password })
