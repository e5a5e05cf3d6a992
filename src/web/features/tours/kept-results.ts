import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { pages } from '#shared/pages.ts'
import { leftAt } from '#web/lib/page-title.ts'
import { tabStore } from '#web/lib/tab-store.ts'
import type { TourResponse } from './tour-view.tsx'

/** The results viewed last, to which a tour's page leads back, even after the hosted checkout. `length` is the number of pages. */
type KeptResults = { query: string; entry: string; length: number }

const keptResults = tabStore('tour-results', (kept) => (isKept(kept) ? kept : undefined))

function isKept(kept: unknown): kept is KeptResults {
  const { query, entry, length } = (kept ?? {}) as Partial<Record<keyof KeptResults, unknown>>
  return typeof query === 'string' && typeof entry === 'string' && Number.isInteger(length)
}

/** `entry` is the browser history entry, used to restore the scroll position; `length` is the number of pages. */
export function keepResults(query: URLSearchParams, entry: string, length: number): void {
  keptResults.keep({ query: query.toString(), entry, length })
}

/** How many pages of these results were shown when one of the history entries was left; 1 if they are not the results viewed last. */
export function pagesLeft(query: URLSearchParams, ...entries: readonly string[]): number {
  const kept = keptResults.find()
  return kept && kept.query === query.toString() && entries.includes(kept.entry) ? kept.length : 1
}

/** Returns the link back to the last search's results at their scroll position, or to all tours if there was no search. */
export function wayBack() {
  const { query, entry } = keptResults.find() ?? { query: '', entry: '' }
  const way =
    query === '' ? { path: pages.destinations, name: 'All tours' } : { path: `${pages.destinations}?${query}`, name: 'Back to the results' }
  return { ...way, state: leftAt(entry) }
}

/** Key of all lists of tours. Apart from the lists, whose filters a tour's page does without. */
export const TOUR_LISTS = ['tours', 'list']

/** The tour as a list that was loaded shows it. */
export function listedTour(client: QueryClient, id: string) {
  const lists = client.getQueriesData<InfiniteData<{ data: TourResponse[] }>>({ queryKey: TOUR_LISTS })
  return lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ data }) => data)
    .find((tour) => tour.id === id)
}
