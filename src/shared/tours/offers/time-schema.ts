import { z } from 'zod/mini'

/** A time of day at the place, such as 09:30. */
export const timeSchema = z.string('Please give a time').check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time looks like 09:30'))
