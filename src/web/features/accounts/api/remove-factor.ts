import { calls } from '#shared/paths.ts'
import type { ChangeFactorBody } from '#shared/accounts/second-factors.ts'
import { postJson } from '#web/lib/http.ts'

export const removeFactor = (body: ChangeFactorBody) => postJson(calls.removeSecondFactor, body)
