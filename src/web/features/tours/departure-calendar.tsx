import { CalendarDays } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { localToday, type Day } from '#shared/dates.ts'
import { nextRunDays } from '#shared/run-days.ts'
import { runDaysOf } from '#shared/tours/runs.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { Button } from '#web/components/button.tsx'
import { logProblem } from '#web/lib/log.ts'
import type { CalendarSale } from './day-offers.tsx'
import type { CalendarDialogProps } from './departure-calendar-dialog.tsx'
import type { TourResponse } from './tour-view.tsx'

const load = () => import('./departure-calendar-dialog.tsx')

type Props = {
  /** Of the dialog. */
  title?: string
  tour: TourResponse
  guests: number
  /** Raw value of the field: may be empty or not a valid day. */
  chosen: string
  onChoose: (day: Day) => void
  /** Defaults to the visitor's today. */
  today?: Day
  /** Of a tour with options. */
  sale?: CalendarSale
}

/**
 * Opens the calendar of departures, which is loaded on demand. If loading fails (offline), a line says so, the date field still works and
 * the next click tries again. Renders nothing if no departure is planned.
 */
export function DepartureCalendar({ title, tour, guests, chosen, onChoose, today = localToday(), sale }: Props) {
  const [Dialog, setDialog] = useState<ComponentType<CalendarDialogProps>>()
  const [isOpen, setIsOpen] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const runs = sale ? sale.options.map((option) => option.runs) : [tour.runs]
  if (runs.every((each) => nextRunDays(runDaysOf(each), today, lastTravelDay(today), 1).length === 0)) return null

  const preload = () => void load().catch(() => undefined)
  const open = () =>
    load().then(
      ({ DepartureCalendarDialog }) => {
        setDialog(() => DepartureCalendarDialog)
        setIsOpen(true)
        setHasFailed(false)
      },
      (error: unknown) => {
        setHasFailed(true)
        logProblem('The calendar could not be loaded', error)
      },
    )
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-haspopup="dialog"
        className="mt-3 min-h-11 w-full print:hidden"
        onClick={() => void open()}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <CalendarDays aria-hidden="true" className="size-4" /> See availability
      </Button>
      {hasFailed && (
        <p role="alert" className="mt-2 text-sm text-danger">
          We couldn’t load the calendar. Please try again.
        </p>
      )}
      {Dialog && isOpen && (
        <Dialog
          title={title}
          tour={tour}
          guests={guests}
          chosen={chosen}
          today={today}
          sale={sale}
          onClose={() => setIsOpen(false)}
          onChoose={(day) => {
            onChoose(day)
            setIsOpen(false)
          }}
        />
      )}
    </>
  )
}
