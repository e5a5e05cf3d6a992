import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { tickDays, travellerName } from '#shared/bookings/attendance.ts'
import { partyText, pickupText } from '#shared/bookings/bought.ts'
import type { Manifest } from '#shared/bookings/manifests.ts'
import { brand } from '#shared/brand.ts'
import { longDay } from '#shared/dates.ts'
import { fullDay } from '#shared/months.ts'
import { consolePages } from '#shared/pages.ts'
import { Button } from '#web/components/button.tsx'
import { PhoneLink } from '#web/components/fact.tsx'
import type { TickSheet } from '#web/features/tours/attendance.ts'
import { AttendanceBar, TickedSeat } from '#web/features/tours/ticked-seats.tsx'

type Booking = Manifest['bookings'][number]

type Props = {
  manifest: Manifest
  sheet: TickSheet
  isCancelled: boolean
  canTick: boolean
  children: ReactNode
}

/** The passenger list for the guide, on screen and on paper, where each seat has a box to tick. `children` are its actions. */
export function ManifestSheet({ manifest, sheet, isCancelled, canTick, children }: Props) {
  const { date } = manifest
  const { first, last } = tickDays(date)
  const times = startTimesOf(manifest.bookings)
  const [chosen, setChosen] = useState<string>()
  const time = times.find((each) => each === chosen)
  const bookings = time === undefined ? manifest.bookings : manifest.bookings.filter((booking) => startOf(booking) === time)
  return (
    <section
      aria-labelledby="manifest"
      className="@container/sheet rounded-card border border-line bg-paper p-4 sm:p-6 print:rounded-none print:border-0 print:border-t print:border-ink print:px-0 print:py-3"
    >
      <header className="mb-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="manifest" className="font-sans text-base font-semibold tracking-normal">
            Manifest<span className="hidden print:inline"> with {brand.name}</span>
          </h2>
          <p className="text-ink-soft print:text-ink">
            <span className="hidden print:inline">
              {fullDay(date)}
              <span>{time !== undefined && `, ${timeText(time)}`}</span>:{' '}
            </span>
            {peopleText(bookings)}
          </p>
        </div>
        {children}
      </header>
      {times.length > 1 && <TimeChoice times={times} chosen={time} onChoose={setChosen} />}
      {bookings.length > 0 && (
        <AttendanceBar bookings={bookings} sheet={sheet} className="sticky top-0 -mx-4 px-4 max-md:top-26 sm:-mx-6 sm:px-6" />
      )}
      {bookings.length > 0 && !canTick && (
        <p className="mt-3 text-ink-soft print:hidden">
          {isCancelled ? 'This departure is cancelled.' : `Check-in is open from ${longDay(first)} to ${longDay(last)}.`}
        </p>
      )}
      {bookings.length === 0 && <p className="py-4">No confirmed bookings.</p>}
      {(time === undefined && times.length > 1 ? times : [undefined]).map((each) => {
        const listed = each === undefined ? bookings : bookings.filter((booking) => startOf(booking) === each)
        return (
          <div key={each ?? 'all'}>
            {each !== undefined && <TimeHeading time={each} bookings={listed} />}
            <ul className="divide-y divide-line print:divide-ink">
              {listed.map((booking) => (
                <BookingEntry key={booking.id} booking={booking} sheet={sheet} canTick={canTick} />
              ))}
            </ul>
          </div>
        )
      })}
    </section>
  )
}

type EntryProps = Pick<Props, 'sheet' | 'canTick'> & { booking: Booking }

function BookingEntry({ booking, sheet, canTick }: EntryProps) {
  const { id, reference, guests, travellers, contact, notes, option, lines = [] } = booking
  const pickup = option && pickupText(option)
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 break-inside-avoid @2xl/sheet:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_minmax(0,1fr)] print:grid-cols-[1fr_1.2fr_1fr]">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 @2xl/sheet:block print:block">
        <h3 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">{contact.name}</h3>
        <Link translate="no" to={consolePages.booking(id)} className="text-ink-soft underline-offset-2 hover:underline print:text-ink">
          {reference}
        </Link>
        {option && (
          <span className="block wrap-anywhere">
            {[option.startTime, option.name].filter(Boolean).join(' ')}: {partyText(lines)}
            {pickup && <span className="block">Pickup: {pickup}</span>}
          </span>
        )}
        {contact.phone && (
          <span className="block">
            <PhoneLink phone={contact.phone} />
          </span>
        )}
        {contact.email !== null && (
          <a
            href={`mailto:${encodeURIComponent(contact.email)}`}
            className="block min-w-0 wrap-anywhere text-ink-soft underline-offset-2 hover:underline print:text-ink"
          >
            {contact.email}
          </a>
        )}
      </div>
      <ul className="min-w-0 print:space-y-1">
        {seatsOf(guests).map((seat) => (
          <TickedSeat
            key={seat}
            name={travellerName(booking, seat)}
            isNamed={travellers[seat - 1] !== undefined}
            state={sheet.stateOf(id, seat)}
            canTick={canTick}
            onTick={(to) => sheet.tick(id, seat, to)}
          />
        ))}
      </ul>
      {notes.length > 0 && (
        <p className="self-start rounded-field bg-sun-tint px-2.5 py-1 wrap-anywhere whitespace-pre-line print:bg-transparent print:p-0">
          <span className="sr-only">Notes: </span>
          {notes.join('\n')}
        </p>
      )}
    </li>
  )
}

/** Seat numbers of a booking. Travellers are told apart by seat, since two may have the same name. */
function seatsOf(guests: number): number[] {
  return Array.from({ length: guests }, (_, index) => index + 1)
}

/** Empty for the day as a whole, and for a booking made before the tour had options. */
function startOf({ option }: Pick<Booking, 'option'>): string {
  return option?.startTime ?? ''
}

/** The start times of a day’s bookings, in order. */
function startTimesOf(bookings: readonly Pick<Booking, 'option'>[]): string[] {
  return [...new Set(bookings.map(startOf))].toSorted()
}

function timeText(time: string): string {
  return time === '' ? 'Whole day' : time
}

/** "4 people in 2 bookings". */
function peopleText(bookings: readonly Pick<Booking, 'guests'>[]): string {
  const people = bookings.reduce((sum, { guests }) => sum + guests, 0)
  return `${people === 1 ? '1 person' : `${people} people`} in ${bookings.length === 1 ? '1 booking' : `${bookings.length} bookings`}`
}

type ChoiceProps = { times: readonly string[]; chosen: string | undefined; onChoose: (time: string | undefined) => void }

/** Shows, prints and counts the people of one start time, or of all. */
function TimeChoice({ times, chosen, onChoose }: ChoiceProps) {
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

function TimeHeading({ time, bookings }: { time: string; bookings: readonly Booking[] }) {
  return (
    <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 rounded-field bg-sand px-3 py-1.5 break-after-avoid print:border-b print:border-ink print:bg-transparent print:px-0">
      <span className="font-display text-lg font-semibold tabular-nums">{timeText(time)}</span>
      <span className="text-ink-soft print:text-ink">{peopleText(bookings)}</span>
    </p>
  )
}
