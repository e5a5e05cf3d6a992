import { useEffect, useState } from 'react'
import { keepChoice, loadChoice, totalGuests, withGuest, type GuestKind } from './trip-choice.ts'

/** Guests and departure date for one tour; they survive the way to the card page and back. */
export function useTripChoice(tourId: string) {
  const [choice, setChoice] = useState(() => loadChoice(tourId))
  useEffect(() => keepChoice(tourId, choice), [tourId, choice])
  return {
    choice,
    guests: totalGuests(choice),
    setDate: (date: string) => setChoice((current) => ({ ...current, date })),
    changeGuests: (kind: GuestKind, step: 1 | -1) => setChoice((current) => withGuest(current, kind, step)),
  }
}

export type Trip = ReturnType<typeof useTripChoice>
