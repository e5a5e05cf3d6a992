import type { ReactNode } from 'react'
import { isDay, localToday, longDay, type Day } from '#shared/dates.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { NO_SUCH_DAY, type Trip } from './trip-choice.ts'

export const DEPARTURE_FIELD = 'departure-date'

/** A day on which the tour does not run. `next` is the departure to offer instead, if any. */
export type DayOff = { text: string; next: Day | undefined }

export type DepartureProps = {
  trip: Trip
  /** Defaults to the visitor's. */
  today?: Day
  dateError: string | undefined
  /** A note under the date, such as the seats left. */
  dateNote: string | undefined
  /** When the tour departs; undefined if daily. */
  departures: string | undefined
  dayOff: DayOff | undefined
  /** The calendar button under the date field. */
  calendar: ReactNode
  /** The refund on cancelling a departure on this date. */
  refundNote: string | undefined
}

/** The date, with what is known of that day. */
export function DepartureChoice({
  trip,
  today = localToday(),
  dateError,
  dateNote,
  departures,
  dayOff,
  calendar,
  refundNote,
}: DepartureProps) {
  return (
    <>
      <TextField
        id={DEPARTURE_FIELD}
        label="Departure Date"
        type="date"
        required
        min={today}
        max={lastTravelDay(today)}
        value={isDay(trip.choice.date) ? trip.choice.date : ''}
        onChange={(event) => trip.setDate(event.target.value)}
        onBlur={({ target }) => {
          // An impossible date (30 February) leaves the field without a value, as does a half-typed one.
          if (target.validity.badInput) trip.setDate(NO_SUCH_DAY)
        }}
        hint={departures}
        error={dateError}
      />
      {calendar}
      <p role="status" className="min-h-6 pt-1.5 text-sm text-ink-soft">
        {dateNote}
        {refundNote !== undefined && <span className="block">{refundNote}</span>}
      </p>
      {dayOff?.next !== undefined && <NextDeparture day={dayOff.next} onChoose={trip.setDate} />}
    </>
  )
}

/** Offers another day in one click, leaving the focus where that day is shown. */
function NextDeparture({ day, onChoose }: { day: Day; onChoose: (day: Day) => void }) {
  const choose = () => {
    document.getElementById(DEPARTURE_FIELD)?.focus({ preventScroll: true })
    onChoose(day)
  }
  return (
    <Button variant="secondary" className="w-full" onClick={choose}>
      Next departure: {longDay(day)}
    </Button>
  )
}

export const HELD_SEATS = 'held-seats'

type Props = {
  /** The seats that the traveller already holds. */
  held: ReactNode
  children: ReactNode
}

/** The 'Guests & Departure' card; its total and button are in BookAction. */
export function BookingCard({ held, children }: Props) {
  return (
    <section
      aria-labelledby="guests-departure"
      className="scroll-mt-28 rounded-card bg-paper p-6 shadow-card lg:rounded-b-none lg:px-6 lg:pt-5 lg:pb-2 lg:shadow-none"
    >
      <h2 id="guests-departure" className="mb-4 text-xl lg:mb-3">
        Guests & Departure
      </h2>
      <div id={HELD_SEATS} tabIndex={-1} className="scroll-mt-28">
        {held}
      </div>
      {children}
    </section>
  )
}

/** The card of a tour with options while its script loads. */
export function OptionsLoading() {
  return <Skeleton className="needs-script h-140 rounded-card" />
}

/** Takes the card's place if its script cannot be loaded. */
export function OptionsNotLoaded() {
  return <Alert>We couldn’t load this tour’s options. Please reload the page.</Alert>
}
