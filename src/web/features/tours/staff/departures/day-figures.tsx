import type { Day } from '#shared/dates.ts'
import type { DepartureDay } from '#shared/departures.ts'
import { classNames } from '#web/lib/class-names.ts'
import { SeatBar } from './seat-bar.tsx'

/** What a day of the month shows: its number, how full it is, and what is out of the ordinary. */
export function DayFigures({ date, day, isToday }: { date: Day; day: DepartureDay | undefined; isToday: boolean }) {
  const closed = day && closedText(day)
  return (
    <>
      <span className="flex items-center justify-between gap-1">
        <span
          className={classNames(
            'inline-flex size-6 items-center justify-center rounded-pill text-sm font-semibold tabular-nums',
            isToday ? 'bg-ink text-white' : !day && 'text-ink-soft',
          )}
        >
          {Number(date.slice(8))}
        </span>
        {closed && <span className={classNames('size-2 rounded-pill sm:hidden', day.cancelled > 0 ? 'bg-danger' : 'bg-sun')} />}
      </span>
      {day && (
        <>
          <span className="mt-auto truncate text-xs font-semibold tabular-nums">
            {closed && <span className="block truncate font-normal text-ink-soft max-sm:hidden">{closed}</span>}
            {!closed && day.departures > 1 && (
              <span className="block truncate font-normal text-ink-soft max-lg:hidden">{day.departures} departures</span>
            )}
            {day.sold}
            <span className="font-normal text-ink-soft">
              <span className="max-sm:hidden"> of </span>
              <span className="sm:hidden">/</span>
              {day.capacity}
            </span>
          </span>
          <SeatBar {...day} />
        </>
      )}
    </>
  )
}

function closedText({ departures, blocked, cancelled }: DepartureDay): string | undefined {
  // A cancelled departure is blocked too.
  const onlyBlocked = blocked - cancelled
  if (departures === 1) return cancelled === 1 ? 'Cancelled' : blocked === 1 ? 'Blocked' : undefined
  if (cancelled > 0) return `${cancelled} cancelled`
  return onlyBlocked > 0 ? `${onlyBlocked} blocked` : undefined
}

/** Returns a day in words: "3 departures, 12 of 40 seats sold, 2 held, 1 blocked". */
export function dayText(day: DepartureDay | undefined): string {
  if (!day) return 'no departures'
  const { departures, sold, capacity, held, blocked, cancelled } = day
  const parts = [
    departures === 1 ? '1 departure' : `${departures} departures`,
    `${sold} of ${capacity} seats sold`,
    held > 0 && `${held} held`,
    blocked > cancelled && `${blocked - cancelled} blocked`,
    cancelled > 0 && `${cancelled} cancelled`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}
