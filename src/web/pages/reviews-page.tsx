import {
  ReviewFilterRow,
  ReviewResults,
  ReviewsMissing,
  ReviewsSkeleton,
  ReviewSummary,
  useReviews,
} from '#web/features/reviews/review-list.tsx'
import { ART } from '#web/lib/art.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { PictureHeading } from './content/page-heading.tsx'

export function ReviewsPage() {
  usePageTitle('Reviews')
  const { filters, show, isPending, isStale, retry, found, more } = useReviews()
  return (
    <>
      <PictureHeading
        title="What travellers say"
        lead="The good days and the rainy ones, in the words of people who have been there."
        trail={undefined}
        picture={{ record: ART.lisbon, focus: 'object-[50%_60%]' }}
      />
      <div className="page-width py-10 md:py-16">
        {found === undefined && !isPending ? (
          <ReviewsMissing onRetry={retry} />
        ) : (
          <div className="grid grid-cols-1 gap-8 lg:grid-cols-[21rem_minmax(0,1fr)] lg:items-start lg:gap-12">
            {found === undefined ? (
              <ReviewsSkeleton />
            ) : (
              <>
                <div className="lg:sticky lg:top-28">
                  <ReviewSummary summary={found.summary} total={found.total} />
                </div>
                <section aria-label="Reviews" className="grid gap-6">
                  <ReviewFilterRow filters={filters} tours={found.tours} onChange={show} />
                  <ReviewResults reviews={found.reviews} total={found.total} isStale={isStale} more={more} />
                </section>
              </>
            )}
          </div>
        )}
      </div>
    </>
  )
}
