import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FullScreenLoader } from '#web/components/full-screen-loader.tsx'
import { mayLoadAhead } from '#web/components/offline-note.tsx'
import { Picture } from '#web/components/picture.tsx'
import { TourResults } from '#web/features/tours/tour-results.tsx'
import { TourSearch } from '#web/features/tours/tour-search.tsx'
import { tourQuery } from '#web/features/tours/tour-view.tsx'
import { useTourSearch } from '#web/features/tours/use-tour-search.ts'
import { ART } from '#web/lib/art.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

/** Only a preload: a failure shows on the page itself. */
function loadTourPage(): void {
  import('./destination-details-page.tsx').catch(() => undefined)
}

export function DestinationsPage() {
  usePageTitle('Destinations')
  const search = useTourSearch()
  const client = useQueryClient()
  const prefetch = (tourId: string) => {
    // Only a prefetch: the page repeats the call and shows the error.
    client.query(tourQuery(tourId)).catch(() => undefined)
    loadTourPage()
  }
  const isListed = search.tours !== undefined
  // The likeliest next page, whose script should not be waited for on a slow connection.
  useEffect(() => {
    if (isListed && mayLoadAhead()) loadTourPage()
  }, [isListed])

  return (
    <>
      <div className="relative isolate overflow-clip bg-night">
        <Picture
          picture={ART['destinations-hero']}
          alt=""
          sizes="100vw"
          priority
          className="absolute inset-0 -z-10 h-full"
          imageClassName="object-[60%_70%]"
        />
        <div className="absolute inset-0 -z-10 bg-linear-to-t from-night/60 via-night/15 to-transparent" />
        <div className="page-width pt-14 pb-28 text-white md:pt-28 md:pb-40">
          <div className="word-shade w-fit">
            <h1 className="max-w-[16ch] text-4xl">Find Your Next Adventure</h1>
            <p className="mt-4 max-w-[34ch] text-lg">Discover amazing destinations and create unforgettable memories</p>
          </div>
        </div>
      </div>
      <div className="page-width -mt-20 md:-mt-24">
        <div className="relative">
          <TourSearch filters={search.filters} isOwnSearch={search.isOwnSearch} onSearch={search.search} onClear={search.clear} />
        </div>
      </div>
      <TourResults search={search} onIntent={prefetch} />
      {search.loaderText !== undefined && <FullScreenLoader key={`${search.loaderText} ${search.asked}`} text={search.loaderText} />}
    </>
  )
}
