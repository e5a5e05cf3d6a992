import type { Day } from '#shared/dates.ts'
import type { StaffDeparture } from '#shared/tours/departures.ts'
import { Mark, type Tone } from '#web/components/mark.tsx'

export type DepartureState = 'open' | 'full' | 'blocked' | 'off' | 'ended' | 'cancelled' | 'departed'

const LOOKS: Record<DepartureState, { name: string; tone: Tone }> = {
  open: { name: 'On sale', tone: 'good' },
  full: { name: 'Sold out', tone: 'waiting' },
  blocked: { name: 'Blocked', tone: 'waiting' },
  off: { name: 'Not on sale', tone: 'quiet' },
  ended: { name: 'Booking closed', tone: 'quiet' },
  cancelled: { name: 'Cancelled', tone: 'bad' },
  departed: { name: 'Departed', tone: 'quiet' },
}

/** `today` is the visitor's. */
export function stateOf({ date, left, isBlocked, isOnSale, hasLeft, cancelledAt }: StaffDeparture, today: Day): DepartureState {
  if (cancelledAt !== null) return 'cancelled'
  if (date < today) return 'departed'
  if (!isOnSale) return 'off'
  if (isBlocked) return 'blocked'
  if (hasLeft) return 'ended'
  return left === 0 ? 'full' : 'open'
}

export function DepartureMark({ departure, today }: { departure: StaffDeparture; today: Day }) {
  const { name, tone } = LOOKS[stateOf(departure, today)]
  return <Mark tone={tone}>{name}</Mark>
}
