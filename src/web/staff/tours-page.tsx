import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import { TOUR_STATUSES, type TourStatus } from '#shared/tours/staff.ts'
import { Button } from '#web/components/button.tsx'
import { ShowMore } from '#web/components/show-more.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { staffToursQuery } from '#web/features/tours/staff/tour-queries.ts'
import { NewTourDialog, StaffTourRow } from '#web/features/tours/staff/tour-list.tsx'
import { tourStatusName } from '#web/features/tours/staff/tour-status.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { FailedPart } from './failed-part.tsx'
import { useMay } from './member.ts'
import { PageFrame } from './page-frame.tsx'
import { useRowKeys } from './rows.ts'
import { SearchBox } from './search-box.tsx'
import { useNow } from './use-now.ts'

/** By how often they are looked for. */
const SHOWN: readonly TourStatus[] = ['published', 'draft', 'off']

/** The agency's tours by name, with search and a button to create one. */
export function ToursPage() {
  const may = useMay()
  const go = useNavigate()
  const now = useNow()
  const [search] = useSearchParams()
  const status = TOUR_STATUSES.find((each) => each === search.get('status'))
  const text = search.get('search') ?? ''
  const list = useInfiniteQuery({ ...staffToursQuery({ search: text, status }), placeholderData: keepPreviousData })
  const tours = list.data?.pages.flat()
  const [isCreating, setIsCreating] = useState(false)
  const canCreate = may('tours.write')
  useRowKeys('Tours', 'tour', canCreate ? [{ keys: 'n', label: 'New tour', run: () => setIsCreating(true) }] : [])
  return (
    <PageFrame
      title="Tours"
      actions={
        canCreate && (
          <Button size="small" onClick={() => setIsCreating(true)}>
            <Plus aria-hidden="true" className="size-4" /> New tour
          </Button>
        )
      }
    >
      <div className="mb-4 grid gap-3">
        <SearchBox label="Search tours" placeholder="Name of the tour" />
        <StatusFilter status={status} text={text} />
      </div>
      {list.error && !tours && (
        <FailedPart title="We couldn’t load the tours" error={list.error} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      {!tours && !list.error && <Skeleton className="h-96" />}
      {tours?.length === 0 && <Nothing isSearched={text !== ''} status={status} />}
      {tours && tours.length > 0 && (
        <ul aria-busy={list.isPlaceholderData} className="divide-y divide-line overflow-hidden rounded-card border border-line bg-paper">
          {tours.map((tour) => (
            <StaffTourRow key={tour.id} tour={tour} to={consolePages.tour(tour.id)} now={now} />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
      {isCreating && <NewTourDialog onClose={() => setIsCreating(false)} onCreated={(tour) => void go(consolePages.tour(tour.id))} />}
    </PageFrame>
  )
}

function addressOf(status: TourStatus | undefined, text: string): Record<string, string> {
  return { ...(status && { status }), ...(text !== '' && { search: text }) }
}

function StatusFilter({ status, text }: { status: TourStatus | undefined; text: string }) {
  return (
    <nav aria-label="Status">
      <ul className="flex flex-wrap gap-1.5">
        {[undefined, ...SHOWN].map((each) => (
          <li key={each ?? 'all'}>
            <Link
              to={`${consolePages.tours}?${new URLSearchParams(addressOf(each, text))}`}
              aria-current={each === status ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-10 items-center pointer-coarse:min-h-11 rounded-pill border px-4 font-semibold',
                each === status ? 'border-ink bg-ink text-paper' : 'border-line bg-paper text-ink-soft hover:border-ink hover:text-ink',
              )}
            >
              {each ? tourStatusName(each) : 'All'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Nothing({ isSearched, status }: { isSearched: boolean; status: TourStatus | undefined }) {
  return (
    <div className="rounded-card border border-line bg-paper">
      {isSearched ? (
        <EmptyState title="No tour has that name">Try part of its name.</EmptyState>
      ) : status === 'draft' ? (
        <EmptyState title="No drafts">New and duplicated tours start as drafts.</EmptyState>
      ) : status === undefined ? (
        <EmptyState title="No tours yet">New tours start as drafts. Travellers see them once you publish them.</EmptyState>
      ) : (
        <EmptyState title="No tours here">Published tours can be booked. Unpublished tours keep their existing bookings.</EmptyState>
      )}
    </div>
  )
}
