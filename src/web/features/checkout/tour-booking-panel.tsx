import { useState, type ReactNode } from 'react'
import { brand } from '#shared/brand.ts'
import type { Day } from '#shared/dates.ts'
import type { Money } from '#shared/money.ts'
import { BookAction, showChoices } from './book-action.tsx'
import { departureError } from './trip-choice.ts'
import { GuestsAndDeparture, type DayOff } from './guests-and-departure.tsx'
import { BookAgainDialog } from './book-again-dialog.tsx'
import { PriceChangeDialog } from './price-change-dialog.tsx'
import { useCheckout } from './use-checkout.ts'
import type { Trip } from './use-trip-choice.ts'

type Props = {
  tourId: string
  trip: Trip
  /** Per person; undefined when the tour has none. */
  price: Money | undefined
  /** The card provider's price; nothing can be booked online without it (specification §7). */
  priceId: string | null | undefined
  seats: { text: string; isWarning: boolean } | undefined
  /** When the tour departs; undefined when it does so daily. */
  departures: string | undefined
  /** Says that the tour does not run on the chosen day. */
  dayOff: DayOff | undefined
  /** Another way to a date than its field. */
  calendar: ReactNode
  /** What a cancellation of the chosen departure would give back. */
  refundNote: string | undefined
  /** The age from which the tour is advised, if from any. */
  leastAge: number | undefined
  /** The seats that the traveller holds, and what else they should know before they book. */
  held: ReactNode
  note: ReactNode
  /** Says what the traveller has paid for a day already; undefined when it is nothing. */
  findPaid: (day: Day) => Promise<string | undefined>
  onRefused: () => void
}

const NOT_ONLINE = `This tour cannot be booked online yet. Please call us on ${brand.phone}.`

/** Choices, total and checkout for one tour: the sidebar's 'Guests & Departure'. */
export function TourBookingPanel({ tourId, trip, price, priceId, seats, dayOff, refundNote, note, findPaid, onRefused, ...shown }: Props) {
  const checkout = useCheckout(findPaid, onRefused)
  const [isDateChecked, setIsDateChecked] = useState(false)
  const dateError = departureError(trip.choice.date)

  const book = () => {
    setIsDateChecked(true)
    if (dateError !== undefined || dayOff) return showChoices()
    if (!priceId) return checkout.setError(NOT_ONLINE)
    checkout.start({ priceId, tour_id: tourId, totalGuests: trip.guests, travelDate: trip.choice.date })
  }

  return (
    <div className="needs-script contents lg:block lg:rounded-card lg:shadow-card">
      <GuestsAndDeparture
        trip={trip}
        dateError={isDateChecked || trip.choice.date !== '' ? dateError : undefined}
        dateNote={seats?.isWarning === false ? seats.text : undefined}
        dayOff={dayOff}
        refundNote={refundNote}
        {...shown}
      />
      <BookAction
        trip={trip}
        price={price}
        isBusy={checkout.isBusy}
        error={checkout.error}
        warning={priceId ? (dayOff?.text ?? (seats?.isWarning ? seats.text : undefined)) : NOT_ONLINE}
        refundNote={refundNote}
        note={note}
        onBook={book}
      />
      <PriceChangeDialog
        change={checkout.newPrice}
        currency={price?.currency}
        guests={trip.guests}
        onConfirm={(newPriceId) => checkout.startAfterAll({ priceId: newPriceId })}
        onClose={checkout.dismiss}
      />
      <BookAgainDialog
        paid={checkout.paid}
        guests={trip.guests}
        onConfirm={() => checkout.startAfterAll({ isAgain: true })}
        onClose={checkout.dismiss}
      />
    </div>
  )
}
