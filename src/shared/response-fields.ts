import { z } from 'zod/mini'

/** An amount in whole units as text, such as "1245.50". */
export const decimalSchema = z.string().check(z.regex(/^-?\d+(\.\d+)?$/, 'Must be a decimal number'))

/** A day or an ISO 8601 moment. */
export const momentSchema = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'Must be a date and time'))

export const messageResponseSchema = z.object({ message: z.string() })
