import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { decimalSchema } from '#shared/response-fields.ts'

/**
 * What the cancellation of a departure does, as it is shown before: confirmed bookings and their people, holds and the seats that they
 * keep, and what goes back, of each currency by itself. Of the holds, `reservations` are kept by staff for somebody; the others are open
 * checkouts. `withoutAddress`: how many of all have nobody who can be emailed. Response of GET /staff/departures/{id}/cancellation-preview.
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

/** Returns whether two people look at the same figures. */
export function areSameFigures(one: CancellationFigures, other: CancellationFigures): boolean {
  const parts = ({ bookings, people, holds, heldSeats, refunds }: CancellationFigures) =>
    JSON.stringify([bookings, people, holds, heldSeats, refunds.map(({ currency, amount }) => `${currency} ${amount}`).toSorted()])
  return parts(one) === parts(other)
}
