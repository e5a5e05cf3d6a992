import { z } from 'zod/mini'
import { get } from '#shared/contract.ts'
import { monthSeatsQuerySchema, monthSeatsResponseSchema } from './month-seats.ts'

/** As in `getSeats`. */
export const listMonthSeats = get('/tours/month-seats/:id', {
  may: 'reader',
  params: z.object({ id: z.string().check(z.maxLength(100)) }),
  query: monthSeatsQuerySchema,
  returns: monthSeatsResponseSchema,
})
