import { z } from 'zod/mini'

/** A time of day at the place, such as 09:30. */
export const timeSchema = z.string('Please enter a time').check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 09:30'))
