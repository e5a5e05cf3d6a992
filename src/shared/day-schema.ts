import { z } from 'zod/mini'
import { isDay } from './dates.ts'

/** An existing day, as `YYYY-MM-DD`. */
export const daySchema = z.string('A date is required').check(z.refine(isDay, 'Please choose a valid date'))
