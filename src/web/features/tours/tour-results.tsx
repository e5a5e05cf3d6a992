import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { freeCancellation } from '#shared/refunds/lines.ts'
import { BusyNote } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ART } from '#web/lib/art.ts'
import { classNames } from '#web/lib/class-names.ts'
import { TourGrid, TourGridSkeleton } from './tour-card.tsx'
import { filtersInWords, NO_FILTERS, tripQuery, understoodInWords, type TourFilters } from './tour-filters.ts'
import { isRefined, TourRefine, UNREFINED, type TourRefinement } from './tour-refine.tsx'
import type { useTourSearch } from './use-tour-search.ts'

const NOTHING = 'No active packages found'
const ADVICE = 'Try adjusting your search filters or check back later.'
const HEADING = 'popular-destinations'
/** A single result needs no sorting, but active refinements must be removable. */
const FEWEST_TO_REFINE = 2

type TourResultsProps = { search: ReturnType<typeof useTourSearch>; onIntent: (tourId: string) => void }

export function TourResults({ search, onIntent }: TourResultsProps) {
  const { tours, total, isTotalExact, more, isServerBusy } = search
  const isOver = search.loaderText === undefined && !isServerBusy && tours !== undefined
  const understood = search.filters.text === '' ? '' : understoodInWords(search.understood)
  useArrival(HEADING, isOver && search.isAwaited ? search.asked : undefined, !search.isOwnSearch)
  return (
    <section aria-labelledby={HEADING} aria-busy={!isOver || search.isReturning} className="page-width py-12 md:py-16">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 md:mb-8">
        <h2 id={HEADING} tabIndex={-1} className="text-3xl outline-none">
          Popular Destinations
        </h2>
        <p role="status" className="text-ink-soft">
          {isOver &&
            tours.length > 0 &&
            [countText(tours.length, isTotalExact ? `${total}` : `${total.toLocaleString('en')}+`, more.isThere), understood]
              .filter((part) => part !== '')
              .join(', ')}
        </p>
      </div>
      <FreeText search={search} />
      {tours !== undefined && (tours.length >= FEWEST_TO_REFINE || isRefined(search.refinement)) && (
        <div className="mb-6">
          <TourRefine refinement={search.refinement} canOrder={isTotalExact} onRefine={search.refine} />
        </div>
      )}
      {isServerBusy && !more.isBusy && <BusyNote className="mb-6" />}
      {tours === undefined && <TourGridSkeleton />}
      {tours !== undefined && tours.length > 0 && (
        <TourGrid
          tours={tours}
          query={tripQuery(search.filters, search.refinement.seats, search.understood)}
          noteOf={search.refinement.isFreeToCancel ? (tour) => freeCancellation(tour.refundPolicy, search.filters.date) : undefined}
          onIntent={onIntent}
        />
      )}
      {tours?.length === 0 && <NoTours search={search} onIntent={onIntent} />}
      {tours !== undefined && tours.length > 0 && more.isThere && (
        <div className="mt-10 flex flex-col items-center gap-3">
          {isServerBusy && more.isBusy && <BusyNote />}
          {more.hasFailed && <p role="alert">We couldn’t load more tours. Please try again.</p>}
          <Button variant="secondary" size="large" isBusy={more.isBusy} onClick={more.load}>
            Show more
          </Button>
        </div>
      )}
    </section>
  )
}

function countText(shown: number, total: string, isMore: boolean): string {
  if (isMore) return `Showing ${shown} of ${total} tours`
  return shown === 1 ? '1 tour' : `${shown} tours`
}

function NoTours({ search, onIntent }: TourResultsProps) {
  const isClose = search.closest.length > 0
  const { anyLength } = search
  const takeBack = (filters: TourFilters, refinement?: TourRefinement) => {
    focusHeading()
    search.takeBack(filters, refinement)
  }
  const ofAnyLength = anyLength && (
    <Button variant="secondary" onClick={() => takeBack(anyLength)}>
      Show tours of any duration
    </Button>
  )
  return (
    <>
      <div role="status">
        {isClose ? (
          <>
            <h2 className="text-xl">{NOTHING}</h2>
            <p className="mt-1 text-ink-soft">{ADVICE}</p>
            <p className="sr-only">{search.closest.length === 1 ? '1 close match' : `${search.closest.length} close matches`}</p>
          </>
        ) : (
          <EmptyState picture={ART['empty-state']} title={NOTHING}>
            {ADVICE}
          </EmptyState>
        )}
      </div>
      {/* Comes before the closest tours: the same search with another duration may be just what the visitor wants. */}
      {isClose && ofAnyLength && <p className="mt-4">{ofAnyLength}</p>}
      {isClose && <ClosestTours search={search} onIntent={onIntent} />}
      {search.isNarrowed && (
        <p className={classNames('flex flex-wrap justify-center gap-3', isClose ? 'mt-10' : '-mt-5')}>
          {!isClose && ofAnyLength}
          <Button variant="secondary" onClick={() => takeBack(NO_FILTERS, UNREFINED)}>
            Show all tours
          </Button>
        </p>
      )}
    </>
  )
}

function focusHeading(): void {
  document.getElementById(HEADING)?.focus({ preventScroll: true })
}

/** The free text from the header's search, with a button that removes it. */
function FreeText({ search }: Pick<TourResultsProps, 'search'>) {
  const { filters } = search
  if (filters.text === '') return null
  return (
    <p className="mb-6 inline-flex max-w-full items-center gap-2 rounded-pill bg-paper py-1 pr-1 pl-4 shadow-card">
      <Search aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
      <span className="min-w-0 truncate">
        Searching for <strong>“{filters.text}”</strong>
      </span>
      <button
        type="button"
        aria-label="Clear search"
        onClick={() => {
          focusHeading()
          search.takeBack({ ...filters, text: '' })
        }}
        className="flex size-11 shrink-0 items-center justify-center rounded-pill text-ink-soft hover:bg-sand hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </p>
  )
}

const CLOSEST = 'closest-tours'

type ClosestToursProps = { search: ReturnType<typeof useTourSearch>; onIntent: (tourId: string) => void }

function ClosestTours({ search: { closest, filters, refinement, understood }, onIntent }: ClosestToursProps) {
  const asked = filtersInWords(filters)
  return (
    <section aria-labelledby={CLOSEST} className="mt-10">
      <h2 id={CLOSEST} className="text-2xl">
        Closest to your search
      </h2>
      <p className="mt-2 mb-6 max-w-[60ch] text-pretty text-ink-soft">
        {asked === '' ? 'No tour matches everything you asked for.' : `No exact matches for “${asked}”.`} Here are the closest matches. Any
        date, duration, price or group size you chose still applies.
      </p>
      <TourGrid tours={closest} query={tripQuery(filters, refinement.seats, understood)} onIntent={onIntent} />
    </section>
  )
}

/** How much of the first result must be visible for the visitor to notice that results have arrived. */
const MIN_SEEN = 1 / 3

/** Below this width (Tailwind's `md`) the search row folds away under the finger that pressed Search. */
const PHONE = '(width < 48rem)'

/**
 * Scrolls the results of a search sent on this page into view if most of the first one is below the fold. The focus follows on a phone, and
 * where the search came from a panel that has closed (`isFromElsewhere`). `shown` identifies the results; undefined while loading, or after
 * a link or Back.
 */
function useArrival(headingId: string, shown: string | undefined, isFromElsewhere: boolean): void {
  const before = useRef(shown)
  useEffect(() => {
    const hasArrived = shown !== undefined && before.current === undefined
    before.current = shown
    const heading = document.getElementById(headingId)
    if (!hasArrived || !heading) return
    const isPhone = window.matchMedia(PHONE).matches
    if (isPhone || isFromElsewhere) heading.focus({ preventScroll: true })
    const first = heading.closest('section')?.querySelector('article') ?? heading
    if (isPhone || shareSeen(first) < MIN_SEEN) heading.scrollIntoView()
  }, [headingId, shown, isFromElsewhere])
}

/** The fraction of an element's height that is above the bottom of the viewport, from 0 to 1. */
function shareSeen(element: Element): number {
  const { top, height } = element.getBoundingClientRect()
  return Math.min(1, Math.max(0, window.innerHeight - top) / height)
}
