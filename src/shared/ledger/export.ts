import { z } from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { typed } from '#shared/fields.ts'
import { decimalSchema } from '#shared/response-fields.ts'
import { wordSchema } from '#shared/words.ts'
import { LEDGER_ACCOUNTS, type LedgerAccount } from './staff.ts'

export const MAX_NUMBER_LENGTH = 12
const NUMBER = `Account numbers can be up to ${MAX_NUMBER_LENGTH} letters and digits, with at least one digit`

export const accountNumberSchema = z.string().check(typed, z.regex(/^[0-9A-Za-z]{1,12}$/, NUMBER), z.regex(/\d/, NUMBER))

const currencyCodeSchema = z.string().check(z.regex(/^[a-z]{3}$/, 'Currency must be three lower-case letters'))

const numberFields = {
  /** Null: in each currency that has no number of its own. */
  currency: z.nullable(currencyCodeSchema),
  number: accountNumberSchema,
}

const ACCOUNTS = Object.keys(LEDGER_ACCOUNTS) as [LedgerAccount, ...LedgerAccount[]]

/** The number that one of our accounts has in the accountant's program. */
export interface AccountNumber {
  account: string
  currency: string | null
  number: string
}

/** Body of PUT /staff/export-numbers: all numbers, of the version that was seen. */
export const exportNumbersBodySchema = z.object({
  version: z.int(),
  numbers: z.array(z.object({ account: z.enum(ACCOUNTS, 'Unknown account'), ...numberFields })).check(
    z.maxLength(500, 'Too many account numbers'),
    z.refine(
      (numbers) => new Set(numbers.map(({ account, currency }) => `${account} ${currency}`)).size === numbers.length,
      'An account can have only one number per currency',
    ),
  ),
})
export type ExportNumbersBody = z.infer<typeof exportNumbersBodySchema>

const newEntriesSchema = z.nullable(z.object({ entries: z.number(), firstDay: daySchema, lastDay: daySchema }))

/** Response of GET /staff/export: what the next batch would hold, and the numbers. */
export const exportSchema = z.object({
  version: z.number(),
  numbers: z.array(z.object({ account: wordSchema<LedgerAccount>(), ...numberFields })),
  /** What has ever been moved; each needs a number. */
  inUse: z.array(
    z.object({
      account: wordSchema<LedgerAccount>(),
      currency: z.string(),
      /** Whether only by business that was generated to try the site. */
      isGenerated: z.boolean(),
    }),
  ),
  /** The number of the next batch. */
  next: z.number(),
  /** New entries; null if there are none. */
  own: newEntriesSchema,
  /** The same of generated business. */
  generated: newEntriesSchema,
  /** Whether there are more than were counted. */
  hasMore: z.boolean(),
})
export type StaffExport = z.infer<typeof exportSchema>
export type ReadExport = z.input<typeof exportSchema>

/** Body of POST /staff/export-batches. `number` is the one that was announced as the next. */
export const makeBatchBodySchema = z.object({ number: z.int(), withGenerated: z.boolean() })
export type MakeBatchBody = z.infer<typeof makeBatchBodySchema>

export const MAX_BATCHES = 50
const BEFORE = 'before must be the number of a batch'

/** Query of GET /staff/export-batches. `before` is the number of the previous page's last batch. */
export const batchesQuerySchema = z.object({ before: z.optional(z.coerce.number(BEFORE).check(z.int(BEFORE), z.gte(1, BEFORE))) })

/** A batch, as it was made. */
export const batchSchema = z.object({
  number: z.number(),
  madeBy: z.string(),
  madeAt: z.string(),
  firstDay: daySchema,
  lastDay: daySchema,
  entries: z.number(),
  hasGenerated: z.boolean(),
  /** Of debits and of credits each. */
  sums: z.array(z.object({ currency: z.string(), debit: decimalSchema, credit: decimalSchema })),
})
export type Batch = z.infer<typeof batchSchema>
export type ReadBatch = z.input<typeof batchSchema>

/** Query of GET /staff/export-batches/{number}/file. Left out, the file has every currency. */
export const batchFileQuerySchema = z.object({
  /** What separates the decimals: with a comma, semicolons separate the columns. */
  decimals: z._default(z.enum(['point', 'comma'], 'Unknown option'), 'point'),
  currency: z.optional(currencyCodeSchema),
})
export type BatchFileQuery = z.infer<typeof batchFileQuerySchema>

/** Returns the number of an account for amounts in a currency. */
export function numberOf(numbers: readonly AccountNumber[], account: string, currency: string): string | undefined {
  const own = numbers.filter((each) => each.account === account)
  return (own.find((each) => each.currency === currency) ?? own.find((each) => each.currency === null))?.number
}

/** Returns the accounts in use that have no number. */
export function withoutNumber<Use extends { account: string; currency: string; isGenerated: boolean }>(
  { numbers, inUse }: { numbers: readonly AccountNumber[]; inUse: readonly Use[] },
  withGenerated: boolean,
): Use[] {
  return inUse.filter(
    ({ account, currency, isGenerated }) => (withGenerated || !isGenerated) && numberOf(numbers, account, currency) === undefined,
  )
}
