import { z } from 'zod/mini'
import { needing } from './lenient.ts'

/** What a cancellation gives back, by the days before the start (specification §3). */
export const refundPolicySchema = needing(
  z.object({
    fullRefundDays: z.number(),
    partialRefundDays: z.number(),
    partialRefundPercentage: z.number(),
  }),
  'fullRefundDays',
  'partialRefundDays',
  'partialRefundPercentage',
)
