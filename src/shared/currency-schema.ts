import { z } from 'zod/mini'
import { CURRENCIES } from './money.ts'

/** A currency's code in a call. Kept apart from money.ts so that the home page does not load the schema library with it. */
export const currencySchema = z.enum(CURRENCIES)
