import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'
import { pages, tripPath } from '#shared/pages.ts'
import { useIsHydrating } from '#web/components/use-is-hydrating.ts'
import { isCatalogueOpen } from '#web/lib/site-config.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  tourId: string
  /** What the tour's page is told of the trip: empty, or a query that begins with "?". */
  query: string
}

/**
 * A link to a tour. With an open catalogue its address is one that robots, a new tab and a friend can follow; a plain click stays in
 * the program all the same.
 */
export function TourLink({ tourId, query, children, ...rest }: Props) {
  const page = `${pages.destinationDetails(tourId)}${query}`
  const inProgram = useHref(page)
  const follow = useLinkClickHandler(page)
  // The server writes tours only where the catalogue is open.
  const isOpen = useIsHydrating() || isCatalogueOpen()
  return (
    <a {...rest} href={isOpen ? `${tripPath(tourId)}${query}` : inProgram} data-page={inProgram} onClick={follow}>
      {children}
    </a>
  )
}
