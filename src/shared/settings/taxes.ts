import { z } from 'zod/mini'
import { plainName, required, storable, typed } from '#shared/fields.ts'

const RATE = 'Rate must be a percentage from 0 to 100 with up to two decimal places'

const written = {
  name: z
    .string('Please enter a name')
    .check(typed, required('Please enter a name'), z.maxLength(60, 'This must be at most 60 characters'), storable, plainName),
  /** Its key in the accountant's program; empty if there is none. */
  accountKey: z.string().check(typed, z.regex(/^[A-Za-z0-9./-]{0,10}$/, 'Use up to 10 letters, digits, full stops, slashes and hyphens')),
}

/** Body of POST /staff/tax-categories. The client generates the id, so that resending creates no duplicate. */
export const newTaxCategoryBodySchema = z.object({
  id: z.uuid('id must be a UUID'),
  ...written,
  /** In hundredths of a percent, contained in the price. It never changes. */
  rateBasisPoints: z.number(RATE).check(z.int(RATE), z.gte(0, RATE), z.lte(10_000, RATE)),
})
export type NewTaxCategoryBody = z.infer<typeof newTaxCategoryBodySchema>

/** Body of PUT /staff/tax-categories/{id}. `version` is the one the user saw. */
export const changeTaxCategoryBodySchema = z.object({
  version: z.number('version is required').check(z.int(), z.gte(1), z.lte(2_000_000_000)),
  ...written,
  /** Only an active one can be given to a tour or service; those that have it keep it. */
  isActive: z.boolean(),
})
export type ChangeTaxCategoryBody = z.infer<typeof changeTaxCategoryBodySchema>

export const taxCategorySchema = z.object({
  id: z.string(),
  name: z.string(),
  accountKey: z.string(),
  rateBasisPoints: z.number(),
  isActive: z.boolean(),
  version: z.number(),
})
export type TaxCategory = z.infer<typeof taxCategorySchema>

/** The category of a tour or service in a body; null if it has none. */
export const taxCategoryIdSchema = z.nullable(z.uuid('Unknown tax category'))

/** "19%", "5.5%". */
export function rateText(basisPoints: number): string {
  return `${basisPoints / 100}%`
}
