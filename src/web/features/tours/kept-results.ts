import { pages } from '#shared/pages.ts'
import { leftAt } from '#web/lib/history-entry.ts'
import { tabStore } from '#web/lib/tab-store.ts'

/** The results that were looked at last: a tour's page leads back to them, also after the hosted checkout. `length`: how many pages of them. */
type KeptResults = { query: string; entry: string; length: number }

const keptResults = tabStore('tour-results', (kept) => (isKept(kept) ? kept : undefined))

function isKept(kept: unknown): kept is KeptResults {
  const { query, entry, length } = (kept ?? {}) as Partial<Record<keyof KeptResults, unknown>>
  return typeof query === 'string' && typeof entry === 'string' && Number.isInteger(length)
}

/** `entry`: that of the browser's history, by which their place on the screen is found again. `length`: in pages. */
export function keepResults(query: URLSearchParams, entry: string, length: number): void {
  keptResults.keep({ query: query.toString(), entry, length })
}

/** Returns how many pages of these results were shown when one of the entries was left; 1 where none of them was the last one looked at. */
export function pagesLeft(query: URLSearchParams, ...entries: readonly string[]): number {
  const kept = keptResults.find()
  return kept && kept.query === query.toString() && entries.includes(kept.entry) ? kept.length : 1
}

/** Returns the way back to where the results of the last search were left, or to all tours where nobody has searched. */
export function wayBack() {
  const { query, entry } = keptResults.find() ?? { query: '', entry: '' }
  const way =
    query === '' ? { path: pages.destinations, name: 'All tours' } : { path: `${pages.destinations}?${query}`, name: 'Back to the results' }
  return { ...way, state: leftAt(entry) }
}
