import { z } from 'zod/mini'

/** What everyone can choose in the search, in this order (specification §2): before what is on sale. */
export const SPECIFIED_DESTINATIONS = ['USA', 'France', 'Japan', 'Bali'] as const
/** More would not be read. */
export const MAX_DESTINATIONS = 200

/** Response of GET /tours/choices, beyond specification §7. Empty unless administrators let the search offer all that is on sale. */
export const tourChoicesResponseSchema = z.object({
  /** Where else tours on sale go, by name. */
  destinations: z.array(z.string()),
  /** The largest group that any tour on sale takes; 0 if there is none. */
  largestGroup: z.number(),
})
export type TourChoices = z.infer<typeof tourChoicesResponseSchema>

/** Whether a destination, such as "Kyoto, Japan", is found by one of the search's choices. */
export function isAmongChoices(destination: string, { destinations }: Pick<TourChoices, 'destinations'>): boolean {
  const region = regionOf(destination)
  return [...SPECIFIED_DESTINATIONS, ...destinations].some((choice) => regionOf(choice) === region)
}

function regionOf(place: string): string {
  return (place.split(',').at(-1) ?? '').trim().toLowerCase()
}
