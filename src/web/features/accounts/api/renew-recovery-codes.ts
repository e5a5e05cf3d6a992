import { calls } from '#shared/paths.ts'
import { recoveryCodesSchema, type ChangeFactorBody } from '#shared/accounts/second-factors.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

export const renewRecoveryCodes = (body: ChangeFactorBody) => responseOf(recoveryCodesSchema, postJson(calls.recoveryCodes, body))
