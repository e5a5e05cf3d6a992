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
  /** The card provider's price id, without which the tour cannot be booked online (specification §7). */
  priceId: string | null | undefined
  seats: { text: string; isWarning: boolean } | undefined
  /** When the tour departs; undefined if daily. */
  departures: string | undefined
  /** Set if the tour does not run on the chosen day. */
  dayOff: DayOff | undefined
  /** The calendar button under the date field. */
  calendar: ReactNode
  /** The refund on cancelling the chosen departure. */
  refundNote: string | undefined
  leastAge: number | undefined
  /** The seats that the traveller holds, and what else they should know before booking. */
  held: ReactNode
  note: ReactNode
  /** Describes the traveller's paid bookings of a day; undefined if there are none. */
  findPaid: (day: Day) => Promise<string | undefined>
  onRefused: () => void
}

const NOT_ONLINE = `This tour cannot be booked online yet. Please call us on ${brand.phone}.`

/** The sidebar's 'Guests & Departure': inputs, total and checkout for one tour. */
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
