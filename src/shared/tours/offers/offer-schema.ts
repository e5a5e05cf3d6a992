import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import type { Lenient } from '#shared/lenient.ts'
import { decimalSchema } from '#shared/response-fields.ts'

export const offerLineSchema = z.object({
  kind: z.enum(['unit', 'group', 'extra', 'discount', 'code']),
  name: z.string(),
  quantity: z.number(),
  unitPrice: decimalSchema,
  total: decimalSchema,
  /** The rule that made the price, to be read. */
  rule: z.string(),
})

export type LenientLine = Lenient<typeof offerLineSchema>

/** What a choice costs, as decimals in the currency; discounts and codes are negative lines. */
export const offerSchema = z.object({
  lines: z.array(offerLineSchema),
  total: decimalSchema,
  currency: currencySchema,
})
export type WireOffer = z.infer<typeof offerSchema>
