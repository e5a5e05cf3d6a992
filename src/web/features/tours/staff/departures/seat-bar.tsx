import { classNames } from '#web/lib/class-names.ts'
import { heldTexts } from './held-texts.ts'

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
