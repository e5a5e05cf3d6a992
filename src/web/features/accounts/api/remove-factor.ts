import * as securityCalls from '#shared/accounts/security-calls.ts'
import type { ChangeFactorBody } from '#shared/accounts/second-factors.ts'
import { postJson } from '#web/lib/http.ts'

export const removeFactor = (body: ChangeFactorBody) => postJson(securityCalls.removeSecondFactor.path, body)
