import type { Lenient } from '#shared/lenient.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { newFactorSchema } from '#shared/accounts/second-factors.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

export type NewFactor = Lenient<typeof newFactorSchema>

export const beginFactor = (password: string) => responseOf(newFactorSchema, postJson(securityCalls.getSecondFactor.path, { password }))
