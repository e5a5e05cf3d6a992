import { z } from 'zod/mini'

/** An amount in whole units as text, such as "1245.50". */
export const decimalSchema = z.string().check(z.regex(/^-?\d+(\.\d+)?$/, 'An amount is a decimal number'))

/** A day or an ISO 8601 moment. */
export const momentSchema = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'A moment is a date'))
