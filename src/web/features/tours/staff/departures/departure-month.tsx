import { longMonth, type Day } from '#shared/dates.ts'
import type { DepartureDay } from '#shared/tours/departures.ts'
import type { Month } from '#shared/months.ts'
import { MonthGrid } from '#web/components/month-grid.tsx'
import { DayFigures, dayText } from './day-figures.tsx'

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
