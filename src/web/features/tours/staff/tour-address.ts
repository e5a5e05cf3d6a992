import { TOUR_STATUSES, type TourStatus } from '#shared/tours/staff.ts'

/** Returns the status that an address asks for; undefined for all, and for one that does not exist. */
export function statusFrom(text: string | null): TourStatus | undefined {
  return TOUR_STATUSES.find((status) => status === text)
}
