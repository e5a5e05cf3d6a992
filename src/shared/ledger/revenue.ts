import { z } from 'zod/mini'
import { isDay } from '#shared/dates.ts'
import { storable, typed } from '#shared/fields.ts'
import { decimalSchema } from '#shared/response-fields.ts'
import { wordSchema } from '#shared/words.ts'

/** How a booking was made, however it was paid. `none`: of no booking, such as fees of the account at the card provider. */
export const CHANNELS = {
  online: 'Booked online',
  reservation: 'Booked by phone',
  move: 'Moves',
  none: 'No booking',
} as const

export type Channel = keyof typeof CHANNELS

/** What can be told of money of a month, in whole units as text. */
const FIGURES = ['revenue', 'kept', 'paid', 'refunded', 'lost', 'net', 'fee'] as const
export type Figure = (typeof FIGURES)[number]

/** By what the list of tours is sorted; figures the highest first. */
export const REVENUE_SORTS = ['revenue', 'paid', 'refunded', 'net', 'fee', 'name'] as const
const REVENUE_GROUPS = ['tour', 'month', 'channel'] as const

const monthSchema = z.string().check(z.refine((text) => text.length === 7 && isDay(`${text}-01`), 'Not a valid month'))
const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words, message: string) => z.enum(words, message)
const CHANNEL_NAMES = Object.keys(CHANNELS) as [Channel, ...Channel[]]

/** Query of GET /staff/revenue-file, which has a row for each month, tour, channel and currency. Months are the agency's, both inclusive. */
export const revenueFiltersSchema = z.object({
  from: monthSchema,
  to: monthSchema,
  channel: z.optional(oneOf(CHANNEL_NAMES, 'Unknown channel')),
  tour: z.optional(z.string().check(z.maxLength(255), storable)),
  /** A part of a tour's name. */
  search: z.optional(z.string().check(typed, z.maxLength(200), storable)),
})
export type RevenueFilters = z.infer<typeof revenueFiltersSchema>

export const MAX_REVENUE_PAGE = 50
const LIMIT = `limit must be a whole number from 1 to ${MAX_REVENUE_PAGE}`
const AFTER = 'after must be how many rows to leave out'

/** Query of GET /staff/revenue. `after`: the number of rows of the pages before. */
export const revenueQuerySchema = z.extend(revenueFiltersSchema, {
  by: z._default(oneOf(REVENUE_GROUPS, 'by must be tour, month or channel'), 'tour'),
  sort: z._default(oneOf(REVENUE_SORTS, 'Unknown sort order'), 'revenue'),
  limit: z._default(z.coerce.number(LIMIT).check(z.int(LIMIT), z.gte(1, LIMIT), z.lte(MAX_REVENUE_PAGE, LIMIT)), MAX_REVENUE_PAGE),
  after: z._default(z.coerce.number(AFTER).check(z.int(AFTER), z.gte(0, AFTER), z.lte(10_000_000, AFTER)), 0),
})
export type RevenueQuery = z.infer<typeof revenueQuerySchema>

/** Amounts in one currency. `net` is what was paid less what went back and was lost; the fee is not taken off it. */
const figuresSchema = z.object({
  currency: z.string(),
  revenue: decimalSchema,
  kept: decimalSchema,
  paid: decimalSchema,
  refunded: decimalSchema,
  lost: decimalSchema,
  net: decimalSchema,
  fee: decimalSchema,
})
export type Figures = z.infer<typeof figuresSchema>

/** Response of GET /staff/revenue. */
export const revenueSchema = z.object({
  /** Of all rows, also those of other pages. */
  totals: z.array(figuresSchema),
  count: z.number(),
  /** Of `month`, `tour` and `channel` the one by which it is grouped; of no tour are moves and what is of no booking, which have a channel. */
  rows: z.array(
    z.extend(figuresSchema, {
      month: z.nullable(monthSchema),
      tour: z.nullable(z.object({ id: z.string(), name: z.string() })),
      channel: z.nullable(wordSchema<Channel>()),
    }),
  ),
  /** Whether business that was generated to try the site is among it. */
  isGenerated: z.boolean(),
  /** The first month in which anything was posted. */
  since: z.nullable(monthSchema),
})
export type Revenue = z.infer<typeof revenueSchema>
export type ReadRevenue = z.input<typeof revenueSchema>
