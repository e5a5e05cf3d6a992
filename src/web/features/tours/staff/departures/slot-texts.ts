import { pickupText } from '#shared/bookings/bought.ts'
import type { DepartureSlot } from '#shared/tours/departure-slots.ts'
import type { Tone } from '#web/components/mark.tsx'
import { seatsText } from './departure-state.tsx'

type Shared = Pick<DepartureSlot, 'startTime' | 'options'>

/** "English guide and German guide". */
export function optionNames({ options }: Pick<DepartureSlot, 'options'>): string {
  const names = options.map(({ name }) => name)
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** "02:30, English guide and German guide", without a time where the day counts as a whole. */
export function slotName({ startTime, options }: Shared): string {
  return [startTime, optionNames({ options })].filter(Boolean).join(', ')
}

/** "16 seats, shared by 2 options, set for this date". */
export function capacityText({ capacity, options, hasOwnCapacity, isOffered, isClosed }: DepartureSlot): string {
  const parts = [
    isClosed ? `${seatsText(capacity)} once unblocked` : seatsText(capacity),
    isOffered && options.length > 1 && `shared by ${options.length} options`,
    hasOwnCapacity && 'set for this date',
  ]
  return parts.filter(Boolean).join(', ')
}

/** "2 sold, 1 unpaid". */
export function soldTexts({ sold, held }: { sold: number; held: number }): string {
  if (sold + held === 0) return 'none booked'
  return [sold > 0 && `${sold} sold`, held > 0 && `${held} unpaid`].filter(Boolean).join(', ')
}

/** "Ubud market, at 01:00", or who comes by themselves. */
export function pickupPlace(startTime: string | null, { place, minutesBefore }: DepartureSlot['pickups'][number]): string {
  return (place !== null && pickupText({ startTime, pickup: { place, minutesBefore } })) || 'No pickup'
}

export function slotState({ left, isOffered, isClosed, hasLeft }: DepartureSlot, isDaySold: boolean): { name: string; tone: Tone } {
  if (!isOffered) return { name: 'No longer offered', tone: 'quiet' }
  if (isClosed) return { name: 'Blocked', tone: 'waiting' }
  if (hasLeft) return { name: 'Booking closed', tone: 'quiet' }
  if (!isDaySold) return { name: 'Not on sale', tone: 'quiet' }
  return left === 0 ? { name: 'Sold out', tone: 'waiting' } : { name: 'On sale', tone: 'good' }
}
