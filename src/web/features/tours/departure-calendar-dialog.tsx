import { usePrefetchQuery, useQueries } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { isDay, longMonth, type Day } from '#shared/dates.ts'
import { addMonths, dayWithin, monthOf, sameDayIn, type DayRange, type Month } from '#shared/months.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { MonthGrid } from '#web/components/month-grid.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import { lookOfOffer, offerOn, saleOn, type CalendarSale, type DayOffer } from './day-offers.tsx'
import { dayOffOf, firstDayToBook, runsText } from './departure-days.ts'
import { monthSeatsQuery, NextDepartures } from './next-departures.tsx'
import type { TourResponse } from './tour-view.tsx'

export type CalendarDialogProps = {
  title?: string | undefined
  tour: TourResponse
  guests: number
  chosen: string
  today: Day
  /** Of a tour with options. */
  sale?: CalendarSale | undefined
  onClose: () => void
  onChoose: (day: Day) => void
}

/** A month of departures with the seats left on each day, and the next ones with room for the group. Choosing a day closes the dialog. */
export function DepartureCalendarDialog({
  title = 'Choose your departure',
  tour,
  guests,
  chosen,
  today,
  sale,
  onClose,
  onChoose,
}: CalendarDialogProps) {
  const last = lastTravelDay(today)
  const onSale = { from: today, to: last }
  const only = sale?.options.length === 1 ? sale.options[0] : undefined
  const runs = only?.runs ?? tour.runs
  const [current, setCurrent] = useState(() => dayToBeginWith(runs, chosen, onSale))
  const month = monthOf(current)
  const { offerOf, isPending, isKnown } = useMonthOffers({ tour, sale, guests, today, month })
  const departures = runsText(runs, today)
  return (
    <Dialog isOpen isSheet onClose={onClose} title={title} size="large">
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <div className="@container/month">
          {departures !== undefined && <p className="mb-2 text-sm text-ink-soft max-sm:px-4">{departures}</p>}
          <MonthSteps
            month={month}
            first={monthOf(today)}
            last={monthOf(last)}
            onStep={(step) => setCurrent(dayWithin(sameDayIn(addMonths(month, step), current), onSale))}
          />
          <MonthGrid
            label={`Departures in ${longMonth(month)}`}
            month={month}
            today={today}
            current={current}
            chosen={chosen}
            range={onSale}
            isBusy={isPending}
            lookOf={(day) => lookOfOffer(day, offerOf(day), { isToday: day === today, isChosen: day === chosen })}
            onMove={setCurrent}
            onChoose={onChoose}
          />
          {isKnown && (
            <p className="mt-2 text-xs text-ink-soft max-sm:px-4">
              {sale ? 'Each day shows the lowest price for your group and the seats left.' : 'Each day shows how many seats are left.'}
            </p>
          )}
        </div>
        <NextDepartures tour={tour} sale={sale} guests={guests} today={today} onChoose={onChoose} />
      </div>
    </Dialog>
  )
}

/** Returns the chosen day, or the next departure after it if the tour does not run then, limited to the days on sale. */
function dayToBeginWith(runs: TourRuns | undefined, chosen: string, onSale: DayRange): Day {
  const day = isDay(chosen) ? dayWithin(chosen, onSale) : onSale.from
  return dayOffOf(runs, day, onSale.from)?.next ?? day
}

type StepsProps = { month: Month; first: Month; last: Month; onStep: (step: 1 | -1) => void }

function MonthSteps({ month, first, last, onStep }: StepsProps) {
  const arrow =
    'flex size-11 shrink-0 items-center justify-center rounded-pill text-ink hover:bg-sand aria-disabled:cursor-not-allowed aria-disabled:text-line-strong aria-disabled:hover:bg-transparent'
  return (
    <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
      <button
        type="button"
        aria-label="Previous month"
        aria-disabled={month === first || undefined}
        onClick={() => month !== first && onStep(-1)}
        className={arrow}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </button>
      {/* With text at 200% the month gets a line of its own on a phone; between the arrows its name would break. */}
      <p role="status" className="min-w-0 text-center font-display text-lg font-semibold @max-3xs/month:-order-1 @max-3xs/month:basis-full">
        {longMonth(month)}
      </p>
      <button
        type="button"
        aria-label="Next month"
        aria-disabled={month === last || undefined}
        onClick={() => month !== last && onStep(1)}
        className={arrow}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </button>
    </div>
  )
}

type Shown = { tour: TourResponse; sale: CalendarSale | undefined; guests: number; today: Day; month: Month }

/** What is offered on the days of a month, by the seats of the tour or of each option shown; loads the next month as well. */
export function useMonthOffers({ tour, sale, guests, today, month }: Shown) {
  const ids = sale ? sale.options.map(({ id }) => id) : [undefined]
  const queries = useQueries({ queries: ids.map((id) => monthSeatsQuery(tour.id, month, id)) })
  usePrefetchQuery(monthSeatsQuery(tour.id, addMonths(month, 1), ids[0]))
  const seats = queries.map(({ data }) => data?.days)
  const last = lastTravelDay(today)
  const season = {
    runs: tour.runs,
    maxPeople: tour.maxPeople,
    seats: seats[0],
    today,
    first: firstDayToBook(tour, today, serverNow()),
    last,
  }
  return {
    offerOf: (day: Day): DayOffer => (sale ? saleOn(day, sale, { seats, today, last }) : offerOn(day, season, guests)),
    isPending: queries.some(({ isPending }) => isPending),
    isKnown: seats.some((each) => each !== undefined),
  }
}
