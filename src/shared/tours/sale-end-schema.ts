import { z } from 'zod/mini'
import { needing } from '#shared/lenient.ts'
import { isTimeZone } from '#shared/time-zones.ts'

/** When sales of a departure end, in local time at the destination; a tour without it is sold until the day is over. */
export const saleEndSchema = needing(
  z.object({
    /** `HH:MM`. */
    time: z.string('Please enter a time').check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 09:30')),
    /** 0: on the day of departure; 1: on the day before. */
    daysBefore: z.union([z.literal(0), z.literal(1)], 'Choose the day of departure or the day before'),
    /** Such as `Asia/Tokyo`. */
    timeZone: z.string('Please choose a time zone').check(z.refine(isTimeZone, 'Please choose a time zone from the list')),
  }),
  'time',
  'daysBefore',
  'timeZone',
)
