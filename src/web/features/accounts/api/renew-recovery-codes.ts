import * as securityCalls from '#shared/accounts/security-calls.ts'
import { recoveryCodesSchema, type ChangeFactorBody } from '#shared/accounts/second-factors.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

export const renewRecoveryCodes = (body: ChangeFactorBody) =>
  responseOf(recoveryCodesSchema, postJson(securityCalls.renewRecoveryCodes.path, body))
