import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { TourResponse } from './tour-view.ts'

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
