import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { momentSchema } from '#shared/response-fields.ts'

/** Changes to a tour by staff; for `edited` the fields are listed. */
const TOUR_CHANGES = ['created', 'edited', 'published', 'deactivated'] as const

/** A change to a tour. `by` is the current name of its author; null if the account is gone or it was not a person. */
export const tourChangeSchema = z.object({
  version: z.number(),
  change: z.enum(TOUR_CHANGES),
  fields: z.array(z.string()),
  by: z.nullable(z.string()),
  at: momentSchema,
  /** Whole units; only if the price or its currency changed. */
  price: z.nullable(z.object({ from: z.number(), fromCurrency: currencySchema, to: z.number(), toCurrency: currencySchema })),
})
export type TourChange = z.infer<typeof tourChangeSchema>
