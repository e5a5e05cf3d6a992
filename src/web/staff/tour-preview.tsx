import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { consolePages } from '#shared/pages.ts'
import { previewTour } from '#shared/tours/staff-calls.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { priceText } from '#web/components/price.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { TourRoute } from '#web/features/tours/route/tour-route.tsx'
import { TourFacts, TourInclusions, TourPracticalities } from '#web/features/tours/tour-facts.tsx'
import { TourGallery, useLightbox } from '#web/features/tours/tour-gallery.tsx'
import { TourItinerary } from '#web/features/tours/tour-itinerary.tsx'
import { TourHeading, TourOverview, TourRefundPolicy, TourTerms } from '#web/features/tours/tour-story.tsx'
import { basePriceOf, picturesOf, type TourResponse } from '#web/features/tours/tour-view.tsx'
import { queryOf } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { FailedPart } from './failed-part.tsx'

export function TourPreview({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(
    queryOf(previewTour, { params: { id } }, { key: [...consoleKey('tours'), 'preview', id], staleTime: 0, gcTime: 0 }),
  )
  usePageTitle('Preview · Console')
  return (
    <div>
      <div className="z-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line bg-sun-tint px-4 py-2 min-[18rem]:sticky min-[18rem]:top-26 sm:px-6 md:top-0">
        <p>
          <span className="font-semibold">Preview.</span> How travellers will see it once published. Unsaved changes aren’t included.
        </p>
        <ButtonLink to={consolePages.tour(id)} variant="secondary" size="small">
          <ArrowLeft aria-hidden="true" className="size-4" /> Back to editing
        </ButtonLink>
      </div>
      <div className="mx-auto max-w-6xl px-4 py-6 sm:px-6">
        {error && !data && (
          <FailedPart title="We couldn’t load the preview" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Skeleton className="h-96" />}
        {data && <Page tour={data.data} />}
      </div>
    </div>
  )
}

function Page({ tour }: { tour: TourResponse }) {
  const lightbox = useLightbox()
  const price = basePriceOf(tour)
  return (
    <article className="text-base">
      <TourGallery pictures={picturesOf(tour)} tourName={tour.name ?? ''} onOpen={lightbox.open} onIntent={lightbox.preload} />
      <div className="grid gap-8 pt-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-12">
        <div className="grid grid-cols-1 content-start gap-10">
          <TourHeading tour={tour} />
          <TourOverview tour={tour} />
          <TourPracticalities tour={tour} />
          <TourRoute days={tour.itinerary ?? []} />
          <TourItinerary days={tour.itinerary ?? []} onOpenPicture={lightbox.open} />
          <TourInclusions tour={tour} />
          <TourRefundPolicy tour={tour} />
          <TourTerms tour={tour} />
        </div>
        <aside className="grid content-start gap-6">
          <TourFacts tour={tour} />
          {price && (
            <p className="rounded-card bg-paper p-6 shadow-card">
              <span className="font-display text-2xl font-semibold tabular-nums">{priceText(price)}</span> per person
            </p>
          )}
        </aside>
      </div>
      {lightbox.element}
    </article>
  )
}
