import type { ComponentProps, ReactNode } from 'react'
import { TourSuggestions } from '#web/features/tours/tour-suggestions.tsx'
import { WithQueries } from '#web/lib/query-client.tsx'

/** Wraps the suggestions for pages that make no calls of their own. */
export default function SearchSuggestions(props: ComponentProps<typeof TourSuggestions>): ReactNode {
  return (
    <WithQueries>
      <TourSuggestions {...props} />
    </WithQueries>
  )
}
