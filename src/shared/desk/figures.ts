import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { decimalSchema } from '#shared/response-fields.ts'
import { daySchema } from '#shared/day-schema.ts'

/** Over how many days, today included, the figures can be asked for. */
export const FIGURE_DAYS = [30, 90, 364] as const
export type FigureDays = (typeof FIGURE_DAYS)[number]

const WRONG = `days must be one of ${FIGURE_DAYS.join(', ')}`

/** Query of GET /staff/figures. */
export const figuresQuerySchema = z.object({
  days: z._default(
    z.pipe(
      z.coerce.number(WRONG),
      z.custom<FigureDays>((days) => FIGURE_DAYS.some((each) => each === days), WRONG),
    ),
    FIGURE_DAYS[0],
  ),
})

const amounts = { received: decimalSchema, returned: decimalSchema }

/**
 * Response of GET /staff/figures: each day of the agency's in turn, the oldest first, also those on which nothing happened. Sums of two
 * currencies are never added.
 */
export const staffFiguresSchema = z.object({
  /** How many bookings of each kind were confirmed. */
  bookings: z.array(z.object({ day: daySchema, tours: z.number(), vehicles: z.number() })),
  /** What came in and what went back, in each currency in which money has moved. */
  money: z.array(z.object({ currency: currencySchema, days: z.array(z.object({ day: daySchema, ...amounts })) })),
})
export type StaffFigures = z.infer<typeof staffFiguresSchema>
