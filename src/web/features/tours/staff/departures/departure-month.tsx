import { longMonth, type Day } from '#shared/dates.ts'
import type { Month } from '#shared/months.ts'
import { listDepartureDays } from '#shared/tours/departure-calls.ts'
import type { DepartureDay } from '#shared/tours/departures.ts'
import { MonthGrid } from '#web/components/month-grid.tsx'
import { queryOf } from '#web/lib/ask.ts'
import { classNames } from '#web/lib/class-names.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import type { Stretch } from './departure-list.tsx'
import { heldTexts, SeatBar } from './departure-state.tsx'

/** Refetched on every visit, since other people sell, hold and change departures all the time. */
export function departureDaysQuery({ from, to, tour }: Stretch) {
  const key = [...consoleKey('departures'), 'days', from, to, tour ?? 'all']
  return queryOf(listDepartureDays, { query: { from, to, tour } }, { key, staleTime: 0, refetchOnWindowFocus: true })
}

type Props = {
  month: Month
  /** Undefined while loading. */
  days: readonly DepartureDay[] | undefined
  today: Day
  /** A day of this month. */
  chosen: Day
  onMove: (day: Day) => void
  /** Called when a day is pressed, rather than reached by the arrow keys. */
  onChoose: (day: Day) => void
}

/** A month of all departures; the arrow keys select the day they move to. */
export function DepartureMonth({ month, days, today, chosen, onMove, onChoose }: Props) {
  const byDate = new Map(days?.map((day) => [day.date, day]))
  return (
    <MonthGrid
      label={`Departures in ${longMonth(month)}`}
      month={month}
      today={today}
      current={chosen}
      chosen={chosen}
      isBusy={!days}
      onMove={onMove}
      onChoose={onChoose}
      lookOf={(date) => ({
        text: dayText(byDate.get(date), date < today),
        className: `flex h-16 flex-col items-stretch gap-1 px-0.5 py-1 text-left sm:h-26 sm:p-2 ${date === chosen ? 'bg-sun-tint' : 'hover:bg-cream'}`,
        children: <DayFigures date={date} day={byDate.get(date)} today={today} />,
      })}
    />
  )
}

/** A calendar cell: the day's number, how full its departures are, and anything unusual. */
function DayFigures({ date, day, today }: { date: Day; day: DepartureDay | undefined; today: Day }) {
  const closed = day && closedText(day)
  return (
    <>
      <span className="flex items-center justify-between gap-1">
        <span
          className={classNames(
            'inline-flex size-6 items-center justify-center rounded-pill text-sm font-semibold tabular-nums',
            date === today ? 'bg-ink text-paper' : !day && 'text-ink-soft',
          )}
        >
          {Number(date.slice(8))}
        </span>
        {closed && <span className={classNames('size-2 rounded-pill sm:hidden', day.cancelled > 0 ? 'bg-danger' : 'bg-sun')} />}
      </span>
      {day && (
        <>
          <span className="mt-auto text-xs font-semibold tabular-nums">
            {closed && <span className="block truncate font-normal text-ink-soft max-sm:hidden">{closed}</span>}
            {!closed && day.departures > 1 && (
              <span className="block truncate font-normal text-ink-soft max-lg:hidden">
                {grouped(day.departures)} {date < today ? 'with bookings' : 'departures'}
              </span>
            )}
            {/* Figures are never cut off. Those that do not fit beside the first wrap below it; on a phone thousands are hidden, since
                the bar shows the same. */}
            <span className="flex flex-wrap max-sm:h-[1lh] max-sm:overflow-hidden max-sm:tracking-tight">
              <span>{grouped(day.sold)}</span>
              <span className="font-normal whitespace-nowrap text-ink-soft">
                <span className="max-lg:hidden">&nbsp;of </span>
                <span className="lg:hidden">/</span>
                {grouped(day.capacity)}
              </span>
            </span>
          </span>
          <SeatBar {...day} />
        </>
      )}
    </>
  )
}

function grouped(count: number): string {
  return count.toLocaleString('en-GB')
}

function closedText({ departures, blocked, cancelled }: DepartureDay): string | undefined {
  if (departures + cancelled === 1) return cancelled === 1 ? 'Cancelled' : blocked === 1 ? 'Blocked' : undefined
  if (cancelled > 0) return `${cancelled} cancelled`
  return blocked > 0 ? `${blocked} blocked` : undefined
}

/** For past days, only departures with bookings are known. */
function departuresText(count: number, isPast: boolean): string {
  const departures = count === 0 ? 'no' : grouped(count)
  const noun = count === 1 ? 'departure' : 'departures'
  return isPast ? `${departures} ${noun} with bookings` : `${departures} ${noun}`
}

/** Describes a day: "3 departures, 12 of 40 seats sold, 1 reserved, 2 in open checkouts, 1 blocked, 1 without bookings". */
export function dayText(day: DepartureDay | undefined, isPast = false): string {
  if (!day) return departuresText(0, isPast)
  const { departures, unbooked, sold, capacity, blocked, cancelled } = day
  const parts = [
    departuresText(departures, isPast),
    departures > 0 && `${sold} of ${capacity} seats sold`,
    ...heldTexts(day),
    blocked > 0 && `${blocked} blocked`,
    cancelled > 0 && `${cancelled} cancelled`,
    unbooked > 0 && departures > 1 && `${unbooked} without bookings`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}
