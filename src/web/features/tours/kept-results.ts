import { pages } from '#shared/paths.ts'
import { tabStore } from '#web/lib/tab-store.ts'

/** The query of the results that were looked at last: a tour's page leads back to them, also after the hosted checkout. */
const keptQuery = tabStore('tour-results', (kept) => (typeof kept === 'string' ? kept : undefined))

export function keepResults(query: URLSearchParams): void {
  keptQuery.keep(query.toString())
}

/** Returns the way back to the results of the last search, or to all tours where nobody has searched. */
export function wayBack(): { path: string; name: string } {
  const query = keptQuery.find() ?? ''
  return query === ''
    ? { path: pages.destinations, name: 'All tours' }
    : { path: `${pages.destinations}?${query}`, name: 'Back to the results' }
}
