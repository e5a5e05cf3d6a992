import type { ReactNode } from 'react'
import { isDay, localToday, longDay, type Day } from '#shared/dates.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { GuestCounter } from './guest-counter.tsx'
import { GUEST_KINDS, NO_SUCH_DAY } from './trip-choice.ts'
import type { Trip } from './use-trip-choice.ts'

export const DEPARTURE_FIELD = 'departure-date'

export const HELD_SEATS = 'held-seats'

const NAMES = { adults: 'Adults', children: 'Children', infants: 'Infants' } as const

/** A day on which the tour does not run. `next` is the departure to offer instead, if any. */
export type DayOff = { text: string; next: Day | undefined }

type Props = {
  trip: Trip
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
  leastAge: number | undefined
  /** The seats that the traveller already holds. */
  held: ReactNode
}

/** The inputs of the 'Guests & Departure' card; its total and button are in BookAction. */
export function GuestsAndDeparture({ trip, dateError, dateNote, departures, dayOff, calendar, refundNote, leastAge, held }: Props) {
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
      <TextField
        id={DEPARTURE_FIELD}
        label="Departure Date"
        type="date"
        required
        min={localToday()}
        max={lastTravelDay(localToday())}
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
      <div className="mt-2 divide-y divide-line">
        {GUEST_KINDS.map((kind) => (
          <GuestCounter key={kind} name={NAMES[kind]} count={trip.choice[kind]} onStep={(step) => trip.changeGuests(kind, step)} />
        ))}
      </div>
      <p role="status" className="text-sm text-ink-soft not-empty:pt-1.5">
        {leastAge !== undefined && trip.choice.children + trip.choice.infants > 0 && `We advise this tour from age ${leastAge}.`}
      </p>
    </section>
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
