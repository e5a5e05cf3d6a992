import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { decimalSchema } from '#shared/response-fields.ts'

/** `amount`, in whole units, is all that the version before knows, and all that its cancellations have stored. */
const refundSchema = z.object({ currency: currencySchema, amount: decimalSchema, amountCents: z.optional(z.number()) })

/**
 * What cancelling a departure does: confirmed bookings and their people, holds and their seats, and refunds per currency. Of the holds,
 * `reservations` were made by staff; the others are open checkouts. `withoutAddress` counts bookings and holds with no one to email.
 * Response of GET /staff/departures/{id}/cancellation-preview.
 */
export const cancellationFiguresSchema = z.object({
  bookings: z.number(),
  people: z.number(),
  holds: z.number(),
  heldSeats: z.number(),
  reservations: z.optional(z.number()),
  reservedSeats: z.optional(z.number()),
  withoutAddress: z.optional(z.number()),
  refunds: z.array(refundSchema),
})
export type CancellationFigures = z.infer<typeof cancellationFiguresSchema>
