import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { decimalSchema } from '#shared/response-fields.ts'

/**
 * What cancelling a departure does: confirmed bookings and their people, holds and their seats, and refunds per currency. Of the holds,
 * `reservations` were made by staff; the others are open checkouts. `withoutAddress` counts bookings and holds with nobody to email.
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
  refunds: z.array(z.object({ currency: currencySchema, amount: decimalSchema })),
})
export type CancellationFigures = z.infer<typeof cancellationFiguresSchema>

/** Compares the figures seen by the user with the current ones. */
export function areSameFigures(one: CancellationFigures, other: CancellationFigures): boolean {
  const parts = ({ bookings, people, holds, heldSeats, refunds }: CancellationFigures) =>
    JSON.stringify([bookings, people, holds, heldSeats, refunds.map(({ currency, amount }) => `${currency} ${amount}`).toSorted()])
  return parts(one) === parts(other)
}
