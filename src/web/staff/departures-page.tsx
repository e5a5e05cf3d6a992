import { useQuery } from '@tanstack/react-query'
import { CalendarDays, ChevronLeft, ChevronRight, Funnel, List, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { isDay, localToday, longMonth, type Day } from '#shared/dates.ts'
import { useSearchParams } from 'react-router'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import type { DepartureDay } from '#shared/tours/departures.ts'
import { DepartureList, UnbookedDepartures, type ListProps } from '#web/features/tours/staff/departures/departure-list.tsx'
import { departureDaysQuery, DepartureMonth } from '#web/features/tours/staff/departures/departure-month.tsx'
import { addMonths, fullDay, monthOf, rangeOf, sameDayIn } from '#shared/months.ts'
import { TourFilter } from '#web/features/tours/staff/departures/tour-filter.tsx'
import { staffTourQuery } from '#web/features/tours/staff/tour-queries.ts'
import { FailedPart } from './failed-part.tsx'
import { PageFrame } from './page-frame.tsx'
import { useRowKeys } from './rows.ts'
import { useShortcuts } from './shortcuts.ts'

type View = 'month' | 'list'

export function DeparturesPage() {
  const today = localToday()
  const { day, tour, view, hasUnbooked, query, show } = useAddress(today)
  const month = monthOf(day)
  const range = rangeOf(month)
  const days = useQuery(departureDaysQuery({ ...range, tour }))
  const [isChoosing, setIsChoosing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const byMonths = (count: number) => show({ day: sameDayIn(addMonths(month, count), day) })
  useRowKeys('Departures', 'departure')
  useShortcuts('The calendar', [
    { keys: 'n', label: 'Next month', run: () => byMonths(1) },
    { keys: 'p', label: 'Previous month', run: () => byMonths(-1) },
    { keys: 't', label: 'Today', run: () => show({ day: today }) },
    { keys: 'v', label: view === 'month' ? 'As a list' : 'As a month', run: () => show({ view: view === 'month' ? 'list' : 'month' }) },
    { keys: 'f', label: 'Filter by tour', run: () => setIsChoosing(true) },
  ])
  const shown = { ...(view === 'list' ? range : { from: day, to: day }), tour, today, query, Failed: FailedPart }
  const list = (
    <Listed
      list={shown}
      days={days.data?.filter(({ date }) => date >= shown.from && date <= shown.to)}
      when={view === 'list' ? `in ${longMonth(month)}` : 'on this day'}
      hasUnbooked={hasUnbooked}
      onToggle={() => show({ unbooked: hasUnbooked ? undefined : 'shown' })}
    />
  )
  return (
    <PageFrame title="Departures" actions={<ViewSwitch view={view} onChange={(next) => show({ view: next })} />}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <MonthSteps name={longMonth(month)} onStep={byMonths} onToday={() => show({ day: today })} />
        <FilteredTour tour={tour} onChoose={() => setIsChoosing(true)} onClear={() => show({ tour: undefined })} />
      </div>
      {view === 'list' && list}
      {view === 'month' && (
        <>
          {days.error && !days.data && (
            <div className="mb-4">
              <FailedPart
                title="We couldn’t load the month"
                error={days.error}
                isBusy={days.isFetching}
                onRetry={() => void days.refetch()}
              />
            </div>
          )}
          <DepartureMonth
            month={month}
            days={days.data}
            today={today}
            chosen={day}
            onMove={(next) => show({ day: next })}
            onChoose={(next) => {
              show({ day: next })
              goToList(heading.current)
            }}
          />
          <section aria-labelledby="day" className="mt-6 min-h-[50dvh]">
            <h2 ref={heading} id="day" tabIndex={-1} aria-live="polite" className="mb-3 text-xl outline-none">
              {fullDay(day)}
            </h2>
            {list}
          </section>
        </>
      )}
      {isChoosing && (
        <TourFilter
          onClose={() => setIsChoosing(false)}
          onChoose={(chosen) => {
            setIsChoosing(false)
            show({ tour: chosen })
          }}
        />
      )}
    </PageFrame>
  )
}

/** On a phone the list of a day lies below the month: without this, pressing a day seems to do nothing. */
function goToList(heading: HTMLElement | null) {
  if (!heading || heading.getBoundingClientRect().top < window.innerHeight * 0.75) return
  heading.focus({ preventScroll: true })
  heading.scrollIntoView({ block: 'center' })
}

/** The view lives in the address, so that the way back from a departure and shared links work. */
function useAddress(today: Day) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('day')
  const day = asked !== null && isDay(asked) ? asked : today
  const tour = search.get('tour') ?? undefined
  const view: View = search.get('view') === 'list' ? 'list' : 'month'
  const hasUnbooked = search.get('unbooked') === 'shown'
  const text = search.toString()
  return {
    day,
    tour,
    view,
    hasUnbooked,
    query: text === '' ? '' : `?${text}`,
    /** Changing the view adds no history entry. */
    show: (change: { day?: Day; tour?: string | undefined; view?: View; unbooked?: 'shown' | undefined }) => {
      const next = Object.entries({ day, tour, view, unbooked: hasUnbooked ? 'shown' : undefined, ...change }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      )
      setSearch(next, { replace: true })
    },
  }
}

function MonthSteps({ name, onStep, onToday }: { name: string; onStep: (count: number) => void; onToday: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="secondary" size="small" className="px-3!" aria-label="Previous month" onClick={() => onStep(-1)}>
        <ChevronLeft aria-hidden="true" className="size-4.5" />
      </Button>
      <Button variant="secondary" size="small" className="px-3!" aria-label="Next month" onClick={() => onStep(1)}>
        <ChevronRight aria-hidden="true" className="size-4.5" />
      </Button>
      <p role="status" className="min-w-36 px-1 text-center font-display text-lg font-semibold">
        {name}
      </p>
      <Button variant="quiet" size="small" onClick={onToday}>
        Today
      </Button>
    </div>
  )
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <div role="group" aria-label="View" className="flex gap-1.5">
      {(['month', 'list'] as const).map((each) => (
        <Button
          key={each}
          size="small"
          variant="secondary"
          aria-pressed={each === view}
          className={each === view ? 'border-ink! bg-ink! text-paper!' : undefined}
          onClick={() => onChange(each)}
        >
          {each === 'month' ? <CalendarDays aria-hidden="true" className="size-4" /> : <List aria-hidden="true" className="size-4" />}
          {each === 'month' ? 'Month' : 'List'}
        </Button>
      ))}
    </div>
  )
}

type ListedProps = {
  list: ListProps
  /** Undefined while loading. */
  days: readonly DepartureDay[] | undefined
  when: string
  hasUnbooked: boolean
  onToggle: () => void
}

/** Departures that are booked or unusual, of one tour or all, and the number of others. */
function Listed({ list, days, when, hasUnbooked, onToggle }: ListedProps) {
  const nothing = days && (days.length > 0 ? <p className="py-4">No bookings {when}.</p> : <Nothing tour={list.tour} when={when} />)
  if (list.tour !== undefined) return <DepartureList {...list} bookings={undefined} nothing={nothing} />
  const unbooked = days?.reduce((sum, day) => sum + day.unbooked, 0) ?? 0
  return (
    <>
      <DepartureList {...list} bookings="some" nothing={nothing} />
      <UnbookedDepartures
        {...list}
        count={unbooked}
        isMore={days?.some(({ departures, unbooked: some, cancelled }) => departures - some + cancelled > 0) ?? false}
        isOpen={hasUnbooked}
        onToggle={onToggle}
      />
    </>
  )
}

function Nothing({ tour, when }: { tour: string | undefined; when: string }) {
  return (
    <EmptyState title={`No departures ${when}`}>
      {tour === undefined
        ? 'No published tours run then, or the dates have passed without bookings.'
        : 'The tour doesn’t run then, isn’t published, or the dates have passed without bookings.'}
    </EmptyState>
  )
}

type Props = { tour: string | undefined; onChoose: () => void; onClear: () => void }

/** The tour that the list is filtered by, with buttons to change or clear it. */
function FilteredTour({ tour, onChoose, onClear }: Props) {
  const { data } = useQuery({ ...staffTourQuery(tour ?? ''), enabled: tour !== undefined, retry: false })
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Button variant="secondary" size="small" className="min-w-0" onClick={onChoose}>
        <Funnel aria-hidden="true" className="size-4 shrink-0" />
        <span className="truncate">{tour === undefined ? 'All tours' : (data?.fields.name ?? tour)}</span>
      </Button>
      {tour !== undefined && (
        <Button variant="quiet" size="small" className="px-3!" aria-label="Show all tours" onClick={onClear}>
          <X aria-hidden="true" className="size-4" />
        </Button>
      )}
    </div>
  )
}
