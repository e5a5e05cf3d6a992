import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, Plus } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { BookingFilters, ReadBooking } from '#shared/bookings/staff.ts'
import { localToday } from '#shared/dates.ts'
import { downloadBookings } from '#shared/desk/booking-calls.ts'
import { consolePages } from '#shared/pages.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { BookingRow, countText, SearchField } from '#web/features/bookings/staff/bookings-list.tsx'
import { FilterBar } from '#web/features/bookings/staff/filter-bar.tsx'
import { addressOf, filtersFrom, queryFrom, type ListFilters } from '#web/features/bookings/staff/list-filters.ts'
import { BUILT_IN, SavedFilterBar } from '#web/features/bookings/staff/saved-filters.tsx'
import { bookingsQuery } from '#web/features/desk/staff/bookings.ts'
import { classNames } from '#web/lib/class-names.ts'
import { BookedTourFilter } from './booked-tour-filter.tsx'
import { useGuardedDownload } from './download-file.ts'
import { LoadedList } from './list-frame.tsx'
import { useMay, useMember } from './member.ts'
import { PageFrame } from './page-frame.tsx'
import { useRowKeys } from './rows.ts'

/** Bookings of tours and vehicles. The filters live in the address. */
export function BookingsPage() {
  const { id } = useMember()
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const go = useNavigate()
  const filters = filtersFrom(params)
  const address = addressOf(filters)
  const asked = queryFrom(filters, localToday())
  const query = useInfiniteQuery(bookingsQuery(asked))
  const show = (next: ListFilters) => setParams(addressOf(next))
  // A search is a single history entry, however long it took to type.
  const search = (text: string) => setParams(addressOf({ ...filters, search: text }), { replace: true })
  const download = useGuardedDownload(downloadBookings.path, asked)
  useRowKeys('Bookings', 'booking', [
    { keys: '/', label: 'Search', run: () => document.querySelector<HTMLElement>('[data-search]')?.focus() },
    { keys: 'n', label: 'New booking', run: () => void go(consolePages.newBooking) },
  ])
  return (
    <PageFrame
      title="Bookings"
      note={query.data && !query.isPlaceholderData && <Count pages={query.data.pages} isMore={query.hasNextPage} order={orderOf(asked)} />}
      actions={
        <>
          {may('bookings.export') && (
            <Button variant="secondary" size="small" isBusy={download.isPending} onClick={() => download.mutate()}>
              <Download aria-hidden="true" className="size-4" /> Download CSV
            </Button>
          )}
          <ButtonLink size="small" to={consolePages.newBooking}>
            <Plus aria-hidden="true" className="size-4" /> New booking
          </ButtonLink>
        </>
      }
    >
      <SavedFilterBar ownerId={id} address={address} />
      <div className="mb-5 space-y-3">
        <SearchField value={filters.search} onChange={search} />
        <FilterBar filters={filters} TourFilter={BookedTourFilter} onChange={show} />
      </div>
      <LoadedList query={query} failed="We couldn’t load the bookings" waiting={<Waiting />}>
        {(pages) => (
          <>
            {pages[0]?.isLimited && (
              <Alert kind="warning" className="mb-4">
                This search matches too many people. Add more details to narrow it down.
              </Alert>
            )}
            <List bookings={pages.flatMap((page) => page.bookings)} address={address} isOld={query.isPlaceholderData} />
          </>
        )}
      </LoadedList>
    </PageFrame>
  )
}

type ListProps = { bookings: ReadBooking[]; address: string; /** Whether these still belong to the previous filter. */ isOld: boolean }

function List({ bookings, address, isOld }: ListProps) {
  const today = localToday()
  if (bookings.length === 0) return <Nothing address={address} />
  return (
    <ul
      aria-label="Bookings"
      aria-busy={isOld || undefined}
      className={classNames(
        'divide-y divide-line overflow-hidden rounded-card border border-line bg-paper transition-opacity',
        isOld && 'opacity-60',
      )}
    >
      {bookings.map((booking) => (
        <BookingRow key={booking.id} booking={booking} to={`${consolePages.booking(booking.id)}${address}`} today={today} />
      ))}
    </ul>
  )
}

/** Describes the order that the server uses for these filters. */
function orderOf({ tour, from, to, order }: BookingFilters): string {
  if (order === 'soonest') return 'soonest trip first'
  return (tour ?? from ?? to) ? 'latest trip first' : 'newest first'
}

type CountProps = { pages: { bookings: ReadBooking[]; total: number | undefined }[]; isMore: boolean; order: string }

function Count({ pages, isMore, order }: CountProps) {
  const shown = pages.reduce((sum, { bookings }) => sum + bookings.length, 0)
  return (
    <p role="status" className="text-ink-soft">
      {countText({ shown, total: pages.at(-1)?.total, isMore, order })}
    </p>
  )
}

function Nothing({ address }: { address: string }) {
  const title = BUILT_IN.find((filter) => filter.address === address)?.nothing
  const all = (
    <ButtonLink to={consolePages.bookings} size="small" variant="secondary">
      Show all bookings
    </ButtonLink>
  )
  return (
    <div className="rounded-card border border-line bg-paper">
      {address === '' ? (
        <EmptyState title="No bookings yet">Bookings appear here when someone books a tour or requests a move.</EmptyState>
      ) : title === undefined ? (
        <EmptyState title="No bookings match" action={all}>
          Try fewer filters, another spelling or part of an email address.
        </EmptyState>
      ) : (
        <EmptyState title={title} action={all} />
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div aria-busy="true" className="overflow-hidden rounded-card border border-line bg-paper p-3">
      {[1, 2, 3, 4, 5, 6].map((each) => (
        <Skeleton key={each} className="my-2 h-12" />
      ))}
    </div>
  )
}
