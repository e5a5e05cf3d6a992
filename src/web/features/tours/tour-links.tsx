import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { pageHref, pages, tripPath } from '#shared/pages.ts'
import { TRIPS_PATH } from '#shared/tours/trips-list.ts'
import { ShareButton } from '#web/components/share-button.tsx'
import { useIsHydrating } from '#web/components/use-is-hydrating.ts'
import { isCatalogueOpen } from '#web/lib/access.ts'
import { wayBack } from './kept-results.ts'
import { toTourCard, type TourResponse } from './tour-view.ts'

const way = 'inline-flex min-h-11 items-center gap-2 text-sm font-semibold hover:underline'

export function TourLinks({ tour }: { tour: TourResponse }) {
  const { id, name } = toTourCard(tour)
  const [back] = useState(wayBack)
  // Crawlers and visitors without JavaScript need these links.
  const isServed = useIsHydrating()
  return (
    <div className="-mb-4 flex flex-wrap items-center justify-between gap-x-4 print:hidden">
      {isServed ? (
        <a href={TRIPS_PATH} className={way}>
          <ArrowLeft aria-hidden="true" className="size-4" /> All tours
        </a>
      ) : (
        <Link to={back.path} state={back.state} className={way}>
          <ArrowLeft aria-hidden="true" className="size-4" /> {back.name}
        </Link>
      )}
      <ShareButton title={name} address={() => addressOf(id)} />
    </div>
  )
}

/** The address to share: the one with a link preview, if the tour has one. */
function addressOf(id: string): string {
  return isCatalogueOpen() ? tripPath(id) : pageHref(pages.destinationDetails(id))
}
