import { z } from 'zod/mini'
import { isDay } from '#shared/dates.ts'
import { needing } from '#shared/lenient.ts'
import { daySchema } from '#shared/day-schema.ts'

const monthSchema = z.string('A month is required').check(z.refine((text) => isDay(`${text}-01`), 'Please choose a valid month'))

/** GET /tours/month-seats/{id}?month=YYYY-MM, beyond specification §7: the days of a month on which a tour departs, with the seats left. */
export const monthSeatsQuerySchema = z.object({ month: monthSchema })

const daySeatsSchema = needing(
  z.object({
    date: daySchema,
    seatsLeft: z.number(),
    /** True of a departure whose sale has ended, else missing. */
    hasLeft: z.optional(z.boolean()),
  }),
  'date',
  'seatsLeft',
)
/** A day on which a tour departs; 0 seats are left where nothing is sold any more. */
export type DaySeats = z.infer<typeof daySeatsSchema>

export const monthSeatsResponseSchema = needing(
  z.object({
    month: monthSchema,
    /** Only days on sale: from today on, the agency's or where the tour's sale ends, two years ahead at most. */
    days: z.array(daySeatsSchema),
  }),
  'month',
)
