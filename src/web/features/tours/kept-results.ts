import { pages } from '#shared/paths.ts'
import { leftAt } from '#web/lib/history-entry.ts'
import { tabStore } from '#web/lib/tab-store.ts'

/** The results that were looked at last: a tour's page leads back to them, also after the hosted checkout. */
type KeptResults = { query: string; entry: string }

const keptResults = tabStore('tour-results', (kept) => (isKept(kept) ? kept : undefined))

function isKept(kept: unknown): kept is KeptResults {
  const { query, entry } = (kept ?? {}) as Partial<Record<keyof KeptResults, unknown>>
  return typeof query === 'string' && typeof entry === 'string'
}

/** `entry`: that of the browser's history, by which their place on the screen is found again. */
export function keepResults(query: URLSearchParams, entry: string): void {
  keptResults.keep({ query: query.toString(), entry })
}

/** Returns the way back to where the results of the last search were left, or to all tours where nobody has searched. */
export function wayBack() {
  const { query, entry } = keptResults.find() ?? { query: '', entry: '' }
  const way =
    query === '' ? { path: pages.destinations, name: 'All tours' } : { path: `${pages.destinations}?${query}`, name: 'Back to the results' }
  return { ...way, state: leftAt(entry) }
}
