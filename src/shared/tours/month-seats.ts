import { z } from 'zod/mini'
import { isDay } from '#shared/dates.ts'
import { needing } from '#shared/lenient.ts'
import { daySchema } from '#shared/day-schema.ts'
import { timeSeatsSchema } from './time-seats.ts'

const monthSchema = z.string('A month is required').check(z.refine((text) => isDay(`${text}-01`), 'Please choose a valid month'))

/** GET /tours/month-seats/{id}?month=YYYY-MM, beyond specification §7: the tour's departures in a month, with the seats left; with `optionId` those of an option. */
export const monthSeatsQuerySchema = z.object({ month: monthSchema, optionId: z.optional(z.string().check(z.maxLength(40))) })

const daySeatsSchema = needing(
  z.object({
    date: daySchema,
    seatsLeft: z.number(),
    /** True if the sale has ended, otherwise missing. */
    hasLeft: z.optional(z.boolean()),
    /** By start time; only with `optionId`. */
    times: z.optional(z.array(timeSeatsSchema)),
  }),
  'date',
  'seatsLeft',
)
/** A departure's day; `seatsLeft` is 0 once it is no longer sold. */
export type DaySeats = z.infer<typeof daySeatsSchema>

export const monthSeatsResponseSchema = needing(
  z.object({
    month: monthSchema,
    /** Only days on sale: from today (in the tour's time zone if its sale has an end, else the agency's) to two years ahead. */
    days: z.array(daySeatsSchema),
  }),
  'month',
)
