import { useState, type ReactNode } from 'react'
import { guestsText } from '#shared/bookings/guests-text.ts'
import { tourTotalCents } from '#shared/bookings/public.ts'
import { brand } from '#shared/brand.ts'
import type { Day } from '#shared/dates.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import { AT_LEAST_ONE_GUEST } from '#shared/payments/public.ts'
import { BookAction, BookAgainDialog, PriceChangeDialog, showChoices } from './book-action.tsx'
import { BookingCard, DepartureChoice, type DayOff, type DepartureProps } from './departure-choice.tsx'
import { GuestCounter } from './guest-counter.tsx'
import { departureError, GUEST_KINDS, type Trip } from './trip-choice.ts'
import { useCheckout } from './use-checkout.ts'

type TourBookingPanelProps = {
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

export const NOT_ONLINE = `You can’t book this tour online yet. Please call us on ${brand.phone}.`

/** The sidebar's 'Guests & Departure': inputs, total and checkout for one tour. */
export function TourBookingPanel({
  tourId,
  trip,
  price,
  priceId,
  seats,
  dayOff,
  refundNote,
  note,
  findPaid,
  onRefused,
  ...shown
}: TourBookingPanelProps) {
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
        date={trip.choice.date}
        total={price && <SimpleTotal price={price} guests={trip.guests} />}
        refusal={trip.guests === 0 ? AT_LEAST_ONE_GUEST : undefined}
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

function SimpleTotal({ price, guests }: { price: Money; guests: number }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5 tabular-nums lg:justify-between lg:border-t lg:border-line lg:pt-3">
      <span className="text-sm text-ink-soft lg:text-base">
        {formatMoney(price)} <span className="whitespace-nowrap">× {guestsText(guests)} =</span>{' '}
      </span>
      <strong className="text-lg lg:text-xl">{formatMoney({ ...price, cents: tourTotalCents(price.cents, guests) })}</strong>
    </p>
  )
}

const NAMES = { adults: 'Adults', children: 'Children', infants: 'Infants' } as const

type GuestsAndDepartureProps = DepartureProps & {
  leastAge: number | undefined
  /** The seats that the traveller already holds. */
  held: ReactNode
}

/** The inputs of the 'Guests & Departure' card for a tour with one price. */
function GuestsAndDeparture({ leastAge, held, ...departure }: GuestsAndDepartureProps) {
  const { trip } = departure
  return (
    <BookingCard held={held}>
      <DepartureChoice {...departure} />
      <div className="mt-2 divide-y divide-line">
        {GUEST_KINDS.map((kind) => (
          <GuestCounter key={kind} name={NAMES[kind]} count={trip.choice[kind]} onStep={(step) => trip.changeGuests(kind, step)} />
        ))}
      </div>
      <p role="status" className="text-sm text-ink-soft not-empty:pt-1.5">
        {leastAge !== undefined && trip.choice.children + trip.choice.infants > 0 && `Recommended for ages ${leastAge} and over.`}
      </p>
    </BookingCard>
  )
}
