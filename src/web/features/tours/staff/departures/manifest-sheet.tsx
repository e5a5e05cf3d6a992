import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { brand } from '#shared/brand.ts'
import type { Manifest } from '#shared/manifests.ts'
import { consolePages } from '#shared/paths.ts'
import { fullDay } from '#shared/months.ts'

/** The sheet that goes with the guide, on the screen and on paper: a box to tick for each seat. `children`: what can be done with it. */
export function ManifestSheet({ manifest, children }: { manifest: Manifest; children: ReactNode }) {
  const { date, people, bookings } = manifest
  return (
    <section
      aria-labelledby="manifest"
      className="rounded-card border border-line bg-paper p-4 sm:p-6 print:rounded-none print:border-0 print:border-t print:border-ink print:px-0 print:py-3"
    >
      <header className="mb-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="manifest" className="font-sans text-base font-semibold tracking-normal">
            Who travels<span className="hidden print:inline"> with {brand.name}</span>
          </h2>
          <p className="text-ink-soft print:text-ink">
            <span className="hidden print:inline">{fullDay(date)}: </span>
            {people === 1 ? '1 person' : `${people} people`} in {bookings.length === 1 ? '1 booking' : `${bookings.length} bookings`}
          </p>
        </div>
        {children}
      </header>
      {bookings.length === 0 && <p className="py-4">Nobody has a confirmed booking.</p>}
      <ul className="divide-y divide-line print:divide-ink">
        {bookings.map((booking) => (
          <BookingEntry key={booking.id} booking={booking} />
        ))}
      </ul>
    </section>
  )
}

function BookingEntry({ booking }: { booking: Manifest['bookings'][number] }) {
  const { id, reference, guests, travellers, contact, notes } = booking
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 break-inside-avoid md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)] print:grid-cols-[1.2fr_1fr_1fr]">
      <div>
        <h3 className="sr-only">Booking {reference}</h3>
        <ul className="space-y-1">
          {seatsOf(guests, travellers).map(({ seat, name }) => (
            <li key={seat} className="flex items-baseline gap-2.5">
              <span
                aria-hidden="true"
                className="size-3.5 shrink-0 translate-y-0.5 rounded-[3px] border border-line-strong print:border-ink"
              />
              {name === undefined ? (
                <span className="text-ink-soft print:text-ink">Traveller {seat}, no name given</span>
              ) : (
                <span className="font-medium">{name}</span>
              )}
            </li>
          ))}
        </ul>
      </div>
      <div className="min-w-0">
        <Link to={consolePages.booking(id)} className="font-semibold underline-offset-2 hover:underline">
          {reference}
        </Link>
        <p className="wrap-anywhere">
          {contact.name}
          <a href={`mailto:${contact.email}`} className="block text-ink-soft underline-offset-2 hover:underline print:text-ink">
            {contact.email}
          </a>
        </p>
      </div>
      {notes.length > 0 && (
        <p className="self-start rounded-field bg-sun-tint px-2.5 py-1 wrap-anywhere whitespace-pre-line print:bg-transparent print:p-0">
          <span className="sr-only">Notes: </span>
          {notes.join('\n')}
        </p>
      )}
    </li>
  )
}

/** Returns the seats of a booking, named or not: two travellers may have the same name, and only the seat tells them apart. */
function seatsOf(guests: number, travellers: readonly string[]) {
  return Array.from({ length: guests }, (_, index) => ({ seat: index + 1, name: travellers[index] }))
}
