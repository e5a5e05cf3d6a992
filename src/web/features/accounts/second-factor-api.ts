import { queryOptions } from '@tanstack/react-query'
import type { Lenient } from '#shared/lenient.ts'
import { calls } from '#shared/paths.ts'
import { newFactorSchema, recoveryCodesSchema, secondFactorSchema, type ChangeFactorBody } from '#shared/second-factors.ts'
import { getJson, postJson, responseOf } from '#web/lib/http.ts'

export type SecondFactor = Lenient<typeof secondFactorSchema>
export type NewFactor = Lenient<typeof newFactorSchema>

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: ({ signal }) => responseOf(secondFactorSchema, getJson(calls.secondFactor, {}, { signal })),
  staleTime: 0,
})

export const beginFactor = (password: string) => responseOf(newFactorSchema, postJson(calls.secondFactor, { password }))
export const confirmFactor = (code: string) => responseOf(recoveryCodesSchema, postJson(calls.confirmSecondFactor, { code }))
export const removeFactor = (body: ChangeFactorBody) => postJson(calls.removeSecondFactor, body)
export const renewRecoveryCodes = (body: ChangeFactorBody) => responseOf(recoveryCodesSchema, postJson(calls.recoveryCodes, body))
