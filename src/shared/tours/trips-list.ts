/** The address, without a hash, of all tours page by page when the catalogue is open (docs/decisions/0043). */
export const TRIPS_PATH = '/trips'

/** Returns the address of a page of that list. `page`: from 1. */
export function tripsListPath(page: number): string {
  return page === 1 ? TRIPS_PATH : `${TRIPS_PATH}?page=${page}`
}
