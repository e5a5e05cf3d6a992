import type { Lenient } from '#shared/lenient.ts'
import { calls } from '#shared/paths.ts'
import { newFactorSchema } from '#shared/accounts/second-factors.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

export type NewFactor = Lenient<typeof newFactorSchema>

export const beginFactor = (password: string) => responseOf(newFactorSchema, postJson(calls.secondFactor, { password }))
