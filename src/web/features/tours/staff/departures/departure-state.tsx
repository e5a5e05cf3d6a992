import type { Day } from '#shared/dates.ts'
import type { StaffDeparture } from '#shared/tours/departures.ts'
import { Mark, type Tone } from '#web/components/mark.tsx'
import { classNames } from '#web/lib/class-names.ts'

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

/** Seats not paid for yet: `held` is the total, of which staff keep `reserved` for customers. */
type Held = { held: number; reserved?: number | undefined }

/** Seats held by open checkouts, without those reserved by staff. */
export function inCheckouts({ held, reserved = 0 }: Held): number {
  return held - reserved
}

/** Returns "1 reserved" and "2 in open checkouts", omitting zero counts. */
export function heldTexts({ held, reserved = 0 }: Held): string[] {
  const open = inCheckouts({ held, reserved })
  return [
    ...(reserved > 0 ? [`${reserved} reserved`] : []),
    ...(open > 0 ? [`${open} in ${open === 1 ? 'an open checkout' : 'open checkouts'}`] : []),
  ]
}

type Seats = { capacity: number; sold: number; held: number; reserved?: number | undefined }

/** Sold and held seats as shares of the capacity. Visual only; the figures beside it say the same. */
export function SeatBar({ capacity, sold, held, className }: Seats & { className?: string }) {
  const percent = (seats: number) => `${capacity === 0 ? 0 : (seats / capacity) * 100}%`
  return (
    <div aria-hidden="true" className={classNames('flex h-1.5 overflow-hidden rounded-pill bg-sand-deep', className)}>
      <div className="bg-sea" style={{ width: percent(sold) }} />
      <div className="bg-sun" style={{ width: percent(held) }} />
    </div>
  )
}

export function seatsText(count: number): string {
  return count === 1 ? '1 seat' : `${count} seats`
}

/** "12 of 40 sold, 1 reserved, 2 in open checkouts". */
export function soldText({ capacity, sold, ...held }: Seats): string {
  return [`${sold} of ${capacity} sold`, ...heldTexts(held)].join(', ')
}
