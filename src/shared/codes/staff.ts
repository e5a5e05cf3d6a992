import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { daySchema } from '#shared/day-schema.ts'
import { plainName, required, storable, typed } from '#shared/fields.ts'
import { pageQuerySchema } from '#shared/list-pages.ts'
import { isPossibleCode, writtenCode } from '#shared/written-codes.ts'

const MAX_CAMPAIGN = 5000

const whole = (least: number, most: number, message: string) =>
  z.number(message).check(z.int(message), z.gte(least, message), z.lte(most, message))
const centsSchema = whole(1, 100_000_000, 'Please enter an amount')
const ids = z.nullable(z.array(z.string().check(z.maxLength(100))).check(z.minLength(1, 'Please choose at least one'), z.maxLength(200)))
const day = z.nullable(daySchema)

/** The discount: a percentage, an amount, or one free extra. */
const givesSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), percent: whole(1, 100, 'Percentage must be a whole number from 1 to 100') }),
  z.object({ kind: z.literal('amount'), amountCents: centsSchema }),
  z.object({ kind: z.literal('extra'), extraId: z.string().check(z.minLength(1, 'Please choose the extra'), z.maxLength(40)) }),
])

const termFields = {
  gives: givesSchema,
  /** Null if the code has no amounts. */
  currency: z.nullable(currencySchema),
  leastSpendCents: whole(0, 100_000_000, 'Please enter an amount'),
  /** Days of booking, and days of departure, all inclusive. */
  usableFrom: day,
  usableTo: day,
  travelFrom: day,
  travelTo: day,
  /** Null means all. The options belong to these tours. */
  tourIds: ids,
  optionIds: ids,
  isOncePerPerson: z.boolean(),
  /** In total; null if unlimited. */
  mostUses: z.nullable(whole(1, 1_000_000, 'Please enter a whole number')),
  isActive: z.boolean(),
}
const termsSchema = z.object(termFields)
export type CodeTerms = z.infer<typeof termsSchema>

const isInOrder = (from: string | null, to: string | null) => from === null || to === null || from <= to
const needsCurrency = ({ gives, leastSpendCents, currency }: CodeTerms) =>
  currency !== null || (gives.kind !== 'amount' && leastSpendCents === 0)

const termChecks = [
  z.refine<CodeTerms>(needsCurrency, { error: 'Please choose a currency for the amounts', path: ['currency'] }),
  z.refine<CodeTerms>(({ tourIds, optionIds }: CodeTerms) => optionIds === null || tourIds !== null, {
    error: 'Please choose the tours these options belong to',
    path: ['tourIds'],
  }),
  z.refine<CodeTerms>(({ usableFrom, usableTo }: CodeTerms) => isInOrder(usableFrom, usableTo), {
    error: 'The end date is before the start date',
    path: ['usableTo'],
  }),
  z.refine<CodeTerms>(({ travelFrom, travelTo }: CodeTerms) => isInOrder(travelFrom, travelTo), {
    error: 'The end date is before the start date',
    path: ['travelTo'],
  }),
] as const

const textSchema = z
  .string('Please enter a code')
  .check(z.overwrite(writtenCode), z.refine(isPossibleCode, 'Codes must be 4 to 32 letters, digits and hyphens'))

/** Body of POST /staff/codes. The client generates the id, so that resending creates no duplicate. */
export const newCodeBodySchema = z.object({ id: z.uuid('id must be a UUID'), text: textSchema, ...termFields }).check(...termChecks)
export type NewCodeBody = z.infer<typeof newCodeBodySchema>

/** Body of PUT /staff/codes/{id}. `version` is the one the user saw. A code’s text never changes. */
export const changeCodeBodySchema = z
  .object({ version: z.number('version is required').check(z.int()), ...termFields })
  .check(...termChecks)
export type ChangeCodeBody = z.infer<typeof changeCodeBodySchema>

/** Body of POST /staff/campaigns: `count` single-use codes, made of the prefix and random letters. */
export const newCampaignBodySchema = z
  .object({
    name: z
      .string('Please name the campaign')
      .check(typed, required('Please name the campaign'), z.maxLength(60, 'This must be at most 60 characters'), storable, plainName),
    prefix: z
      .string()
      .check(z.overwrite(writtenCode), z.regex(/^[A-Z0-9-]{0,20}$/, 'Prefixes can be up to 20 letters, digits and hyphens')),
    count: whole(1, MAX_CAMPAIGN, `A campaign can have 1 to ${MAX_CAMPAIGN} codes`),
    ...termFields,
  })
  .check(...termChecks)
export type NewCampaignBody = z.infer<typeof newCampaignBodySchema>

/** Query of GET /staff/codes, newest first. `search` is part of a code or campaign. */
export const codesQuerySchema = z.extend(pageQuerySchema, {
  search: z.optional(z.string().check(typed, z.maxLength(60, 'That search is too long'), storable)),
})
export type CodesQuery = z.infer<typeof codesQuerySchema>

/** Query of GET /staff/codes-file: the codes of one campaign. */
export const campaignFileQuerySchema = z.object({ campaign: z.string().check(typed, z.minLength(1), z.maxLength(60), storable) })

/** Body of PUT /staff/campaigns: switches all codes of a campaign on or off. */
export const switchCampaignBodySchema = z.object({ ...campaignFileQuerySchema.shape, isActive: z.boolean('isActive is required') })
export type SwitchCampaignBody = z.infer<typeof switchCampaignBodySchema>

/** `uses` counts bookings that are paid for or held. */
export const staffCodeSchema = z.object({
  id: z.string(),
  text: z.string(),
  campaign: z.string(),
  version: z.number(),
  uses: z.number(),
  createdAt: z.string(),
  /** How many codes the campaign has, and how many of them are used and active; null for a code without a campaign. */
  ofCampaign: z.nullable(z.object({ codes: z.number(), used: z.number(), active: z.number() })),
  ...termFields,
})
export type StaffCode = z.infer<typeof staffCodeSchema>
