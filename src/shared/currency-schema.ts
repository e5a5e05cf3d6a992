import { z } from 'zod/mini'
import { CURRENCIES } from './money.ts'

/** A currency's code in a call. Apart from money.ts, which the home page loads, and the schemas' library with it. */
export const currencySchema = z.enum(CURRENCIES)
