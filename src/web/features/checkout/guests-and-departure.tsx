import type { ReactNode } from 'react'
import { BookingCard } from './booking-card.tsx'
import { DepartureChoice, type DepartureProps } from './departure-choice.tsx'
import { GuestCounter } from './guest-counter.tsx'
import { GUEST_KINDS } from './trip-choice.ts'

const NAMES = { adults: 'Adults', children: 'Children', infants: 'Infants' } as const

type Props = DepartureProps & {
  leastAge: number | undefined
  /** The seats that the traveller already holds. */
  held: ReactNode
}

/** The inputs of the 'Guests & Departure' card for a tour with one price. */
export function GuestsAndDeparture({ leastAge, held, ...departure }: Props) {
  const { trip } = departure
  return (
    <BookingCard held={held}>
      <DepartureChoice {...departure} />
      <div className="mt-2 divide-y divide-line">
        {GUEST_KINDS.map((kind) => (
          <GuestCounter key={kind} name={NAMES[kind]} count={trip.choice[kind]} onStep={(step) => trip.changeGuests(kind, step)} />
        ))}
      </div>
      <p role="status" className="text-sm text-ink-soft not-empty:pt-1.5">
        {leastAge !== undefined && trip.choice.children + trip.choice.infants > 0 && `Recommended for ages ${leastAge} and over.`}
      </p>
    </BookingCard>
  )
}
