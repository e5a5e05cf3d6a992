import * as securityCalls from '#shared/accounts/security-calls.ts'
import { recoveryCodesSchema } from '#shared/accounts/second-factors.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

export const confirmFactor = (code: string) => responseOf(recoveryCodesSchema, postJson(securityCalls.confirmSecondFactor.path, { code }))
