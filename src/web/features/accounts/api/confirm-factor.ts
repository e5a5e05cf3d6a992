import { calls } from '#shared/paths.ts'
import { recoveryCodesSchema } from '#shared/accounts/second-factors.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

export const confirmFactor = (code: string) => responseOf(recoveryCodesSchema, postJson(calls.confirmSecondFactor, { code }))
