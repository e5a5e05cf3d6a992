import { z } from 'zod/mini'

/** What everybody can choose in the search, in this order (specification §2): before what is on sale. */
export const SPECIFIED_DESTINATIONS = ['USA', 'France', 'Japan', 'Bali'] as const
/** More would not be read. */
export const MAX_DESTINATIONS = 200

/** Response of GET /tours/choices, beyond specification §7. */
export const tourChoicesResponseSchema = z.object({
  /** Where else tours on sale go, by name. */
  destinations: z.array(z.string()),
  /** The largest group that any tour on sale takes; 0 if there is none. */
  largestGroup: z.number(),
})
export type TourChoices = z.infer<typeof tourChoicesResponseSchema>
