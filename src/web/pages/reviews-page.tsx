import { Picture } from '#web/components/picture.tsx'
import { ReviewFilterRow } from '#web/features/tours/review-filters.tsx'
import { ReviewResults, ReviewsMissing, ReviewsSkeleton } from '#web/features/tours/review-results.tsx'
import { ReviewSummary } from '#web/features/tours/review-summary.tsx'
import { useReviews } from '#web/features/tours/use-reviews.ts'
import { ART } from '#web/lib/art.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

/** What travellers have written, open to all. */
export function ReviewsPage() {
  usePageTitle('Reviews')
  const { filters, show, isPending, isStale, retry, found, more } = useReviews()
  return (
    <div className="page-width py-10 md:py-16">
      <header className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] lg:items-center lg:gap-14">
        <div>
          <p className="eyebrow">Reviews</p>
          <h1 className="mt-2 text-4xl">What travellers say</h1>
          <p className="mt-4 max-w-text text-lg text-ink-soft">
            The good days and the rainy ones, in the words of people who have been there.
          </p>
        </div>
        <Picture
          priority
          picture={ART.lisbon}
          sizes="(min-width: 64rem) 40rem, 100vw"
          className="relative aspect-5/2 rounded-card lg:aspect-2/1"
          imageClassName="absolute inset-0 object-[50%_60%]"
        />
      </header>
      {found === undefined && !isPending ? (
        <ReviewsMissing onRetry={retry} />
      ) : (
        <div className="mt-10 grid grid-cols-1 gap-8 md:mt-14 lg:grid-cols-[min(21rem,36%)_minmax(0,1fr)] lg:items-start lg:gap-12">
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
  )
}
