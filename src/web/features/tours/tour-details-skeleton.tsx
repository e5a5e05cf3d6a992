import { Price } from '#web/components/price.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { TourGallery } from './tour-gallery.tsx'
import { picturesOf, toTourCard, type TourResponse } from './tour-view.ts'

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
