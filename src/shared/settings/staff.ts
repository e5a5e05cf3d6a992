import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { storable, typed } from '#shared/fields.ts'
import { CURRENCIES } from '#shared/money.ts'

const MAX_BANK_DETAILS_LENGTH = 600

const WHOLE_CENTS = 'Please enter an amount'
const ceilingSchema = z.optional(
  z.number(WHOLE_CENTS).check(z.int(WHOLE_CENTS), z.gte(0, WHOLE_CENTS), z.lte(100_000_000, 'The amount is too high')),
)

/** `version` is the one the user saw. */
const settingsFields = {
  version: z.int(),
  /** In lines, as they stand in an email; empty if none are given. */
  bankDetails: z
    .string()
    .check(typed, z.maxLength(MAX_BANK_DETAILS_LENGTH, `Bank details must be at most ${MAX_BANK_DETAILS_LENGTH} characters`), storable),
  /** In which a new tour is priced. */
  currency: currencySchema,
  /**
   * Whether the search also offers the places and group sizes of tours on sale that are not among the specified choices. Missing from
   * an earlier page's body: it stays as it is.
   */
  offersAllOnSale: z.optional(z.boolean()),
  /** In cents, what one person may give as goodwill in a day of the agency; a currency that is missing has no ceiling. */
  goodwillCeilings: z.object(Object.fromEntries(CURRENCIES.map((currency) => [currency, ceilingSchema])) as CeilingFields),
}

type CeilingFields = Record<(typeof CURRENCIES)[number], typeof ceilingSchema>

/** Response of GET /staff/settings, and body of PUT. */
export const agencySettingsSchema = z.object(settingsFields)
export type AgencySettings = z.infer<typeof agencySettingsSchema>
