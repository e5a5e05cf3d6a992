import { z } from 'zod/mini'
import { isDay } from '#shared/dates.ts'
import { needing } from '#shared/lenient.ts'
import { daySchema } from '#shared/day-schema.ts'

const monthSchema = z.string('A month is required').check(z.refine((text) => isDay(`${text}-01`), 'Please choose a valid month'))

/** GET /tours/month-seats/{id}?month=YYYY-MM, beyond specification §7: the tour's departures in a month, with the seats left. */
export const monthSeatsQuerySchema = z.object({ month: monthSchema })

const daySeatsSchema = needing(
  z.object({
    date: daySchema,
    seatsLeft: z.number(),
    /** True if the sale has ended, otherwise missing. */
    hasLeft: z.optional(z.boolean()),
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
