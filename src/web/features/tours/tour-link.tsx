import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'
import { pages, tripPath } from '#shared/pages.ts'
import { useIsHydrating } from '#web/components/use-is-hydrating.ts'
import { isCatalogueOpen } from '#web/lib/access.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  tourId: string
  /** Trip query for the tour's page: empty, or begins with "?". */
  query: string
}

/**
 * A link to a tour. If the catalogue is open, its address also works for crawlers, new tabs and sharing; a plain click still navigates
 * within the app.
 */
export function TourLink({ tourId, query, children, ...rest }: Props) {
  const page = `${pages.destinationDetails(tourId)}${query}`
  const inProgram = useHref(page)
  const follow = useLinkClickHandler(page)
  // Tours are only server-rendered if the catalogue is open.
  const isOpen = useIsHydrating() || isCatalogueOpen()
  return (
    <a {...rest} href={isOpen ? `${tripPath(tourId)}${query}` : inProgram} data-page={inProgram} onClick={follow}>
      {children}
    </a>
  )
}
