import { useEffect, useState } from 'react'
import { firstChoice, keepAsked, keepChoice, totalGuests, withGuest, type GuestKind } from './trip-choice.ts'

/**
 * Holds guests and departure date for one tour, over the way to the hosted checkout and back. `query`: what the address asks for.
 */
export function useTripChoice(tourId: string, query: URLSearchParams) {
  const [choice, setChoice] = useState(() => firstChoice(tourId, query))
  // Once it is shown: a page that is still being put together may be begun anew.
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
