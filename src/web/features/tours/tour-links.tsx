import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { pageHref, pages, tripPath } from '#shared/paths.ts'
import { ShareButton } from '#web/components/share-button.tsx'
import { isCatalogueOpen } from '#web/lib/site-config.ts'
import { wayBack } from './kept-results.ts'
import { toTourCard, type TourResponse } from './tour-view.ts'

/** From a tour back to the results, and on to a friend. */
export function TourLinks({ tour }: { tour: TourResponse }) {
  const { id, name } = toTourCard(tour)
  const [back] = useState(wayBack)
  return (
    <div className="-mb-4 flex flex-wrap items-center justify-between gap-x-4 print:hidden">
      <Link to={back.path} state={back.state} className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold hover:underline">
        <ArrowLeft aria-hidden="true" className="size-4" /> {back.name}
      </Link>
      <ShareButton title={name} address={() => addressOf(id)} />
    </div>
  )
}

/** Returns the address to hand on: one that shows a preview where it is sent, if the tour has one. */
function addressOf(id: string): string {
  return isCatalogueOpen() ? tripPath(id) : pageHref(pages.destinationDetails(id))
}
