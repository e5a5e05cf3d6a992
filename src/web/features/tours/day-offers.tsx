import type { Day } from '#shared/dates.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import { runsOn } from '#shared/run-days.ts'
import type { DaySeats } from '#shared/tours/month-seats.ts'
import { runDaysOf, type TourRuns } from '#shared/tours/runs.ts'
import type { DayLook } from '#web/components/month-grid.tsx'
import { classNames } from '#web/lib/class-names.ts'

/** What the calendar shows of a tour with options: the chosen one, or all while none is chosen. */
export interface CalendarSale {
  options: readonly {
    id: string
    runs: TourRuns
    /** Of a departure without bookings. */
    capacity: number
    /** By the party. */
    seatsNeeded: number
    /** The first day that can still be booked. */
    first: Day
  }[]
  /** Names the party, so that what is computed for another is not shown. */
  party: string
  /** The lowest price for the party of these options on a day; undefined if none takes it. */
  priceOn: (optionIds: readonly string[], day: Day) => Money | undefined
}

type Month = { seats: readonly (readonly DaySeatsRead[] | undefined)[]; today: Day; last: Day }
type DaySeatsRead = Pick<DaySeats, 'date' | 'seatsLeft' | 'hasLeft'>

/** The days of a month that can be booked, with the most seats and the lowest price. */
export function bookableDays(sale: CalendarSale, month: Month): { date: Day; seatsLeft: number; price: Money | undefined }[] {
  const dates = new Set(month.seats.flatMap((seats) => (seats ?? []).map(({ date }) => date)))
  return [...dates].toSorted().flatMap((date) => {
    const { canBook, seatsLeft, price } = saleOn(date, sale, month)
    return canBook && seatsLeft !== undefined ? [{ date, seatsLeft, price }] : []
  })
}

/** What is offered on a day over the options shown: the most seats, and the lowest price for the party. `seats` has a list for each option. */
export function saleOn(day: Day, { options, priceOn }: CalendarSale, { seats, today, last }: Month): DayOffer {
  const offers = options.map(({ id, runs, capacity, seatsNeeded, first }, index) => {
    const season = { runs, maxPeople: capacity, seats: seats[index], today, last, first }
    return { id, ...offerOn(day, season, seatsNeeded) }
  })
  const bookable = offers.filter(({ canBook }) => canBook)
  const [best] = (bookable.length > 0 ? bookable : offers).toSorted((one, other) => (other.seatsLeft ?? -1) - (one.seatsLeft ?? -1))
  if (!best) return { canBook: false, seatsLeft: undefined, isNearlyGone: false, text: 'no departure' }
  const { id: _, ...offer } = best
  const price =
    bookable.length > 0
      ? priceOn(
          bookable.map(({ id }) => id),
          day,
        )
      : undefined
  if (!price) return offer
  return { ...offer, price, text: `${bookable.length > 1 ? 'from ' : ''}${formatMoney(price, 'if any')} for your group, ${offer.text}` }
}

/** At this many seats or fewer a day is marked as nearly gone, unless the group is that small and has no bookings yet. */
const FEW = 6

export interface DayOffer {
  canBook: boolean
  /** Undefined if the number is unknown or no seat could be booked anyway. */
  seatsLeft: number | undefined
  isNearlyGone: boolean
  /** Whether the tour runs that day but is no longer sold. */
  hasLeft?: true
  /** For the party, if prices differ by day. */
  price?: Money
  text: string
}

interface Season {
  runs: TourRuns | undefined
  /** Seats on a day without bookings; undefined if the response does not say. */
  maxPeople: number | undefined
  /** The server's figures for the month. While undefined, seats do not limit what can be booked. */
  seats: readonly Pick<DaySeats, 'date' | 'seatsLeft' | 'hasLeft'>[] | undefined
  today: Day
  /** The first day that can still be booked; earlier days from today on have already departed. */
  first?: Day
  last: Day
}

export function offerOn(day: Day, { runs, maxPeople, seats, today, first = today, last }: Season, guests: number): DayOffer {
  const refused = (text: string, seatsLeft?: number): DayOffer => ({ canBook: false, seatsLeft, isNearlyGone: false, text })
  if (day < today) return refused('in the past')
  if (day > last) return refused('not on sale yet')
  if (!runsOn(runDaysOf(runs), day)) return refused('no departure')
  const offered = seats?.find(({ date }) => date === day)
  if (day < first || offered?.hasLeft) return { ...refused('departed'), hasLeft: true }
  if (!seats) return { canBook: true, seatsLeft: undefined, isNearlyGone: false, text: 'departure' }
  const seatsLeft = offered?.seatsLeft
  if (seatsLeft === undefined) return refused('no departure')
  if (seatsLeft <= 0) return refused('sold out', 0)
  const text = seatsLeft === 1 ? '1 seat left' : `${seatsLeft} seats left`
  if (seatsLeft < guests) return refused(`${text}, not enough for ${guests} guests`, seatsLeft)
  return { canBook: true, seatsLeft, isNearlyGone: seatsLeft <= FEW && seatsLeft !== maxPeople, text }
}

export function lookOfOffer(day: Day, offer: DayOffer, { isToday, isChosen }: { isToday: boolean; isChosen: boolean }): DayLook {
  return {
    text: `${offer.text}${isChosen ? ', chosen' : ''}`,
    canChoose: offer.canBook,
    className: classNames(
      'flex flex-col items-center justify-center gap-0.5 py-1 leading-none tabular-nums',
      offer.price ? 'min-h-16' : 'min-h-13',
      isChosen && offer.canBook && 'bg-coral-deep text-paper',
      !isChosen && offer.canBook && 'hover:bg-sun-tint',
      !offer.canBook && 'cursor-not-allowed bg-sand/60 text-ink-soft',
    ),
    children: (
      <>
        <span
          className={classNames(
            'text-[min(1em,10cqi)]',
            offer.canBook && 'font-semibold',
            isToday && 'rounded-pill px-[min(0.25em,1cqi)] py-[0.1em] ring-1 ring-current',
          )}
        >
          {Number(day.slice(8))}
        </span>
        {offer.price && <span className="text-[min(0.75rem,3.3cqi)] font-medium">{wholePrice(offer.price)}</span>}
        {offer.hasLeft && <Departed />}
        <SeatsLeft offer={offer} isChosen={isChosen} />
      </>
    ),
  }
}

/** Rounded up, because the cells are narrow; a screen reader hears the whole price. */
function wholePrice({ cents, currency }: Money): string {
  return formatMoney({ cents: Math.ceil(cents / 100) * 100, currency }, 'never')
}

/** Marks a day whose departure is no longer sold. A day that is simply past shows nothing. */
function Departed() {
  return (
    <span className="text-[min(0.8125rem,5cqi)]">
      <span className="@min-md/month:hidden">Left</span>
      <span className="@max-md/month:hidden">Departed</span>
    </span>
  )
}

/** The text is kept minimal because the cells can be narrow. */
function SeatsLeft({ offer: { canBook, seatsLeft, isNearlyGone }, isChosen }: { offer: DayOffer; isChosen: boolean }) {
  if (seatsLeft === undefined) return null
  const isSoldOut = seatsLeft === 0
  const tone = isNearlyGone ? 'font-semibold text-sun-deep' : 'text-ink-soft'
  return (
    <span className={classNames('text-[min(0.8125rem,8cqi)]', isChosen && canBook ? 'font-semibold' : tone)}>
      <span className={isSoldOut ? '@min-xs/month:hidden' : undefined}>{seatsLeft}</span>
      {isSoldOut && <span className="@max-xs/month:hidden">Full</span>}
      {!isSoldOut && (isNearlyGone || !canBook) && <span className="@max-xs/month:hidden"> left</span>}
    </span>
  )
}
