import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/paths.ts'
import { ShareButton } from '#web/components/share-button.tsx'
import { wayBack } from './kept-results.ts'
import { toTourCard, type TourResponse } from './tour-view.ts'

/** From a tour back to the results, and on to a friend. */
export function TourLinks({ tour }: { tour: TourResponse }) {
  const { id, name } = toTourCard(tour)
  const [back] = useState(wayBack)
  return (
    <div className="-mb-4 flex flex-wrap items-center justify-between gap-x-4">
      <Link to={back.path} className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold hover:underline">
        <ArrowLeft aria-hidden="true" className="size-4" /> {back.name}
      </Link>
      <ShareButton title={name} path={pages.destinationDetails(id)} />
    </div>
  )
}
