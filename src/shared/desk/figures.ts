import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { decimalSchema } from '#shared/response-fields.ts'
import { daySchema } from '#shared/day-schema.ts'

/** Periods in days, including today, that figures are available for. */
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
 * Response of GET /staff/figures: every day in the agency's time zone, oldest first, including days without activity. Different currencies
 * are never added up.
 */
export const staffFiguresSchema = z.object({
  bookings: z.array(z.object({ day: daySchema, tours: z.number(), vehicles: z.number() })),
  /** Money in and out, for each currency with any. */
  money: z.array(z.object({ currency: currencySchema, days: z.array(z.object({ day: daySchema, ...amounts })) })),
})
export type StaffFigures = z.infer<typeof staffFiguresSchema>
