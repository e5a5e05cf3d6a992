import type { Day } from '#shared/dates.ts'
import type { DepartureDay } from '#shared/tours/departures.ts'
import { classNames } from '#web/lib/class-names.ts'
import { heldTexts } from './held-texts.ts'
import { SeatBar } from './seat-bar.tsx'

/** A calendar cell: the day's number, how full its departures are, and anything unusual. */
export function DayFigures({ date, day, isToday }: { date: Day; day: DepartureDay | undefined; isToday: boolean }) {
  const closed = day && closedText(day)
  return (
    <>
      <span className="flex items-center justify-between gap-1">
        <span
          className={classNames(
            'inline-flex size-6 items-center justify-center rounded-pill text-sm font-semibold tabular-nums',
            isToday ? 'bg-ink text-paper' : !day && 'text-ink-soft',
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
              <span className="block truncate font-normal text-ink-soft max-lg:hidden">{grouped(day.departures)} departures</span>
            )}
            {/* Figures are never cut off. Those that do not fit beside the first wrap below it; on a phone they are hidden, since the
                bar shows the same. */}
            <span className="flex flex-wrap max-sm:h-[1lh] max-sm:overflow-hidden">
              <span>{grouped(day.sold)}</span>
              <span className="font-normal whitespace-nowrap text-ink-soft">
                <span className="max-sm:hidden">&nbsp;of </span>
                <span className="sm:hidden">/</span>
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

/** Describes a day: "3 departures, 12 of 40 seats sold, 1 reserved, 2 in open checkouts, 1 blocked, 1 without bookings". */
export function dayText(day: DepartureDay | undefined): string {
  if (!day) return 'no departures'
  const { departures, unbooked, sold, capacity, blocked, cancelled } = day
  const parts = [
    departures === 0 ? 'no departures' : departures === 1 ? '1 departure' : `${departures} departures`,
    departures > 0 && `${sold} of ${capacity} seats sold`,
    ...heldTexts(day),
    blocked > 0 && `${blocked} blocked`,
    cancelled > 0 && `${cancelled} cancelled`,
    unbooked > 0 && departures > 1 && `${unbooked} without bookings`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}
