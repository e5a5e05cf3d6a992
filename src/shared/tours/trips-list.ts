/** The hashless address of the paged list of all tours when the catalogue is open. */
export const TRIPS_PATH = '/trips'
/** The part of the sitemap that lists tours. */
export const TRIPS_SITEMAP = '/sitemap-trips.xml'

/** `page` starts at 1. */
export function tripsListPath(page: number): string {
  return page === 1 ? TRIPS_PATH : `${TRIPS_PATH}?page=${page}`
}
