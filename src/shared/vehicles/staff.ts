import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { storable, typed } from '#shared/fields.ts'
import { unitsToCents } from '#shared/money.ts'
import { taxCategoryIdSchema } from '#shared/settings/taxes.ts'

const MAX_UNITS = 1_000_000
const MAX_DAYS = 365

/** Whole units with at most two decimals. */
const amount = (what: string) =>
  z.number(`${what} must be a number`).check(
    z.gte(0, `${what} must be a number`),
    z.lte(MAX_UNITS, `${what} is too high`),
    z.refine((units: number) => Math.abs(unitsToCents(units) / 100 - units) < 1e-9, `${what} can have up to two decimal places`),
  )

const days = z
  .number('Please enter a number of days')
  .check(z.int('Please enter whole days'), z.gte(0, 'Please enter whole days'), z.lte(MAX_DAYS, 'Enter a year at most'))

const text = (max: number) => z.string().check(typed, z.maxLength(max, `This must be at most ${max} characters`), storable)

const policySchema = z
  .object({
    fullRefundDays: days,
    partialRefundDays: days,
    partialRefundPercentage: z
      .number('Please enter a percentage')
      .check(z.int('Please enter a whole percentage'), z.gte(0, 'From 0 to 100'), z.lte(100, 'From 0 to 100')),
  })
  .check(
    z.refine(({ fullRefundDays, partialRefundDays }) => fullRefundDays === 0 || partialRefundDays <= fullRefundDays, {
      path: ['partialRefundDays'],
      error: 'The partial refund must end later than the full refund, so enter fewer days',
    }),
  )

const fields = {
  name: text(100).check(z.minLength(1, 'Name is required')),
  description: text(1000).check(z.minLength(1, 'Description is required')),
  specialRequirements: text(1000),
  price: amount('The price').check(z.gt(0, 'The price must be more than zero')),
  /** Null if the service has no such rule. */
  perFloor: z.nullable(amount('The price per floor')),
  perHelper: z.nullable(amount('The price per helper')),
  refundPolicy: policySchema,
  taxCategoryId: taxCategoryIdSchema,
}

/** Body of PUT /staff/services/{id}. `version` is the one the user saw. */
export const changeServiceBodySchema = z.object({ version: z.int(), ...fields })
export type ChangeServiceBody = z.infer<typeof changeServiceBodySchema>

export const staffServiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  specialRequirements: z.string(),
  price: z.number(),
  currency: currencySchema,
  perFloor: z.nullable(z.number()),
  perHelper: z.nullable(z.number()),
  refundPolicy: z.object({ fullRefundDays: z.number(), partialRefundDays: z.number(), partialRefundPercentage: z.number() }),
  taxCategoryId: z.nullable(z.string()),
  isActive: z.boolean(),
  version: z.number(),
  /** Requests awaiting an answer or payment. */
  openRequests: z.number(),
  /** Those of them that await payment. */
  unpaidRequests: z.number(),
})
export type StaffService = z.infer<typeof staffServiceSchema>
