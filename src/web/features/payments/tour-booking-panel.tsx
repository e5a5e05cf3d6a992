import { useState, type ReactNode } from 'react'
import { brand } from '#shared/brand.ts'
import type { Money } from '#shared/money.ts'
import { BookAction, showChoices } from './book-action.tsx'
import { departureError } from './trip-choice.ts'
import { GuestsAndDeparture, type DayOff } from './guests-and-departure.tsx'
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
  onRefused: () => void
}

const NOT_ONLINE = `This tour cannot be booked online yet. Please call us on ${brand.phone}.`

/** Choices, total and checkout for one tour: the sidebar's 'Guests & Departure'. */
export function TourBookingPanel({ tourId, trip, price, priceId, seats, departures, dayOff, calendar, refundNote, onRefused }: Props) {
  const checkout = useCheckout(onRefused)
  const [isDateChecked, setIsDateChecked] = useState(false)
  const dateError = departureError(trip.choice.date)

  const book = (currentPriceId = priceId) => {
    setIsDateChecked(true)
    if (dateError !== undefined || dayOff) return showChoices()
    if (!currentPriceId) return checkout.setError(NOT_ONLINE)
    checkout.start({ priceId: currentPriceId, tour_id: tourId, totalGuests: trip.guests, travelDate: trip.choice.date })
  }

  return (
    <div className="needs-script contents lg:sticky lg:top-28 lg:block lg:rounded-card lg:shadow-card">
      <GuestsAndDeparture
        trip={trip}
        dateError={isDateChecked || trip.choice.date !== '' ? dateError : undefined}
        dateNote={seats?.isWarning === false ? seats.text : undefined}
        departures={departures}
        dayOff={dayOff}
        calendar={calendar}
        refundNote={refundNote}
      />
      <BookAction
        trip={trip}
        price={price}
        isBusy={checkout.isBusy}
        error={checkout.error}
        warning={priceId ? (dayOff?.text ?? (seats?.isWarning ? seats.text : undefined)) : NOT_ONLINE}
        refundNote={refundNote}
        onBook={() => book()}
      />
      <PriceChangeDialog
        change={checkout.newPrice}
        currency={price?.currency}
        guests={trip.guests}
        onConfirm={book}
        onClose={checkout.dismissNewPrice}
      />
    </div>
  )
}
