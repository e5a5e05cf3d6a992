import type { Manifest } from '#shared/bookings/manifests.ts'
import { Button } from '#web/components/button.tsx'

type Booking = Manifest['bookings'][number]

/** Empty for the day as a whole, and for a booking of before the tour had options. */
export function startOf({ option }: Pick<Booking, 'option'>): string {
  return option?.startTime ?? ''
}

/** The start times of a day's bookings, in order; as many as there are groups to read apart. */
export function startTimesOf(bookings: readonly Pick<Booking, 'option'>[]): string[] {
  return [...new Set(bookings.map(startOf))].toSorted()
}

export function timeText(time: string): string {
  return time === '' ? 'Whole day' : time
}

/** "4 people in 2 bookings". */
export function peopleText(bookings: readonly Pick<Booking, 'guests'>[]): string {
  const people = bookings.reduce((sum, { guests }) => sum + guests, 0)
  return `${people === 1 ? '1 person' : `${people} people`} in ${bookings.length === 1 ? '1 booking' : `${bookings.length} bookings`}`
}

type Props = { times: readonly string[]; chosen: string | undefined; onChoose: (time: string | undefined) => void }

/** Shows, prints and counts the people of one start time, or of all. */
export function TimeChoice({ times, chosen, onChoose }: Props) {
  return (
    <div role="group" aria-label="Start time" className="mb-3 flex flex-wrap gap-1.5 print:hidden">
      {[undefined, ...times].map((time) => (
        <Button
          key={time ?? 'all'}
          size="small"
          variant="secondary"
          aria-pressed={time === chosen}
          className={time === chosen ? 'border-ink! bg-ink! text-paper!' : undefined}
          onClick={() => onChoose(time)}
        >
          {time === undefined ? 'All' : timeText(time)}
        </Button>
      ))}
    </div>
  )
}

export function TimeHeading({ time, bookings }: { time: string; bookings: readonly Booking[] }) {
  return (
    <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 rounded-field bg-sand px-3 py-1.5 break-after-avoid print:border-b print:border-ink print:bg-transparent print:px-0">
      <span className="font-display text-lg font-semibold tabular-nums">{timeText(time)}</span>
      <span className="text-ink-soft print:text-ink">{peopleText(bookings)}</span>
    </p>
  )
}
