import { z } from 'zod/mini'

/** Response of POST /staff/bookings/{id}/payment-sheet: a link to the card page, to scan, copy or print. */
export const paymentSheetSchema = z.object({ url: z.string() })
