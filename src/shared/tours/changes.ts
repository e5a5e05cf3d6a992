import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { momentSchema } from '#shared/response-fields.ts'

/** What staff do to a tour; `edited` names the fields. */
const TOUR_CHANGES = ['created', 'edited', 'published', 'deactivated'] as const

/** One change of a tour. `by`: the name now of who made it; null: the account is gone, or it was no person. */
export const tourChangeSchema = z.object({
  version: z.number(),
  change: z.enum(TOUR_CHANGES),
  fields: z.array(z.string()),
  by: z.nullable(z.string()),
  at: momentSchema,
  /** Whole units; only where the price or its currency has changed. */
  price: z.nullable(z.object({ from: z.number(), fromCurrency: currencySchema, to: z.number(), toCurrency: currencySchema })),
})
export type TourChange = z.infer<typeof tourChangeSchema>
