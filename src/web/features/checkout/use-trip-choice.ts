import { useEffect, useState } from 'react'
import { askedBy, firstChoice, keepAsked, keepChoice, totalGuests, withGuest, type GuestKind } from './trip-choice.ts'

/** Guests and departure date for a tour, kept across the visit to the hosted checkout. `query` is the address's. */
export function useTripChoice(tourId: string, query: URLSearchParams) {
  const [choice, setChoice] = useState(() => firstChoice(tourId, query))
  const asked = askedBy(query)
  const [applied, setApplied] = useState(asked)
  // Another address for the tour that is already on screen.
  if (asked !== applied) {
    setApplied(asked)
    setChoice(firstChoice(tourId, query))
  }
  // In an effect, because React may discard and repeat a render.
  useEffect(() => keepAsked(tourId, query), [tourId, query])
  useEffect(() => keepChoice(tourId, choice), [tourId, choice])
  return {
    choice,
    guests: totalGuests(choice),
    setDate: (date: string) => setChoice((current) => ({ ...current, date })),
    changeGuests: (kind: GuestKind, step: 1 | -1) => setChoice((current) => withGuest(current, kind, step)),
  }
}

export type Trip = ReturnType<typeof useTripChoice>
