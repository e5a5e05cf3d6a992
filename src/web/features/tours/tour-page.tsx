import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { pageHref, pages, tripPath } from '#shared/pages.ts'
import { TRIPS_PATH } from '#shared/tours/trips-list.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Price } from '#web/components/price.tsx'
import { ShareButton } from '#web/components/share-button.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { useIsHydrating } from '#web/components/use-is-hydrating.ts'
import { isCatalogueOpen } from '#web/lib/access.ts'
import { wayBack } from './kept-results.ts'
import { TourGallery } from './tour-gallery.tsx'
import { basePriceOf, picturesOf, toTourCard, type TourResponse } from './tour-view.tsx'

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

/** The price and a link onwards, in place of the booking panel, which does not work without JavaScript. */
export function TourWithoutScript({ tour }: { tour: TourResponse }) {
  const price = basePriceOf(tour)
  return (
    <noscript>
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-paper p-6 shadow-card">
        {price && <Price price={price} unit="per person" isFrom={tour.isFrom} />}
        <ButtonLink to={pages.destinationDetails(tour.id)}>Choose a date</ButtonLink>
      </div>
    </noscript>
  )
}

const wait = () => undefined

/** Skeleton of a tour's page. `known` is what a list has already loaded. */
export function TourDetailsSkeleton({ known }: { known: TourResponse | undefined }) {
  const card = known && toTourCard(known)
  return (
    <div className="grid min-h-dvh grid-cols-1 content-start gap-x-8 gap-y-6 md:page-width md:pt-6 lg:grid-cols-[minmax(0,1fr)_23.5rem] xl:gap-x-12">
      {known ? (
        <div inert>
          <TourGallery pictures={picturesOf(known)} tourName={known.name ?? ''} onOpen={wait} onIntent={wait} />
        </div>
      ) : (
        <Skeleton className="aspect-4/3 w-full rounded-none md:aspect-21/9 md:rounded-card lg:aspect-2/1" />
      )}
      <div className="row-span-2 max-lg:hidden">
        <Skeleton className="h-140 rounded-card" />
      </div>
      <div className="grid content-start gap-4 pb-8 max-md:page-width">
        <h1 className="font-sans text-base font-normal tracking-normal text-ink-soft">
          <span role="status">Loading...</span>
        </h1>
        {card ? (
          <p className="font-display text-[length:min(var(--text-4xl),3rem)] leading-(--text-4xl--line-height) font-semibold">
            {card.name}
          </p>
        ) : (
          <Skeleton className="h-12 w-3/4" />
        )}
        {card && <Price price={card.price} unit="per person" isFrom={card.isFrom} />}
        <Skeleton className="h-5" />
        <Skeleton className="h-5" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    </div>
  )
}
