import type { ReactNode } from 'react'
import { guestsText } from '#shared/bookings/guests-text.ts'
import { isDay, longDay } from '#shared/dates.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import { tourTotalCents } from '#shared/bookings/public.ts'
import { AT_LEAST_ONE_GUEST } from '#shared/payments/public.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { DEPARTURE_FIELD, HELD_SEATS } from './guests-and-departure.tsx'
import type { Trip } from './use-trip-choice.ts'

const NOTE = 'before-booking'

type Props = {
  trip: Trip
  /** Per person; undefined when the tour has none. */
  price: Money | undefined
  isBusy: boolean
  error: string | undefined
  warning: string | undefined
  /** The refund on cancelling, repeated here because the card may be out of sight. */
  refundNote: string | undefined
  /** What the traveller should know before booking. */
  note: ReactNode
  onBook: () => void
}

/**
 * The total and the button, at the foot of the card on wide screens and fixed to the bottom edge on phones; not if the text is so large or
 * the screen so low that they would cover half of the page.
 */
export function BookAction({ trip, price, isBusy, error, warning, refundNote, note, onBook }: Props) {
  const { guests, choice } = trip
  return (
    <div className="sticky bottom-[min(0px,(100dvh-34rem)*9)] z-10 print:static order-last -mx-[clamp(min(1rem,5vw),4vw,2.5rem)] border-t border-line bg-paper px-[clamp(min(1rem,5vw),4vw,2.5rem)] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:static lg:mx-0 lg:rounded-b-card lg:border-t-0 lg:px-6 lg:pt-0 lg:pb-6">
      <p role="status" className="text-sm font-semibold text-sun-deep not-empty:pb-2 lg:not-empty:pb-3">
        {error === undefined && warning}
      </p>
      <div id={NOTE} role="status" className="text-sm not-empty:pb-2 lg:not-empty:pb-3">
        {note}
      </div>
      {error !== undefined && <Alert className="mb-3">{error}</Alert>}
      <p className="flex flex-wrap items-baseline gap-x-2 pb-1 text-sm text-ink-soft lg:hidden">
        <button
          type="button"
          onClick={showChoices}
          className="text-link relative min-h-6 after:absolute after:-inset-x-2 after:-inset-y-2.5"
        >
          {isDay(choice.date) ? longDay(choice.date) : 'Choose a date'}
        </button>
        {refundNote !== undefined && <span>{refundNote}</span>}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:flex-col lg:items-stretch lg:gap-y-3">
        <div className="min-w-0 max-lg:flex-[3_1_7rem]">
          {price && (
            <p className="flex flex-wrap items-baseline gap-x-1.5 tabular-nums lg:justify-between lg:border-t lg:border-line lg:pt-3">
              <span className="text-sm text-ink-soft lg:text-base">
                {formatMoney(price)} <span className="whitespace-nowrap">× {guestsText(guests)} =</span>{' '}
              </span>
              <strong className="text-lg lg:text-xl">{formatMoney({ ...price, cents: tourTotalCents(price.cents, guests) })}</strong>
            </p>
          )}
        </div>
        <Button
          size="large"
          disabled={guests === 0}
          isBusy={isBusy}
          aria-describedby={NOTE}
          onClick={onBook}
          className="max-lg:min-h-12 max-lg:grow max-lg:px-4 max-lg:text-base lg:w-full"
        >
          {guests === 0 ? AT_LEAST_ONE_GUEST : 'Book This Tour'}
        </Button>
      </div>
    </div>
  )
}

/** Scrolls to the date and the counters and focuses the date. */
export function showChoices(): void {
  const field = document.getElementById(DEPARTURE_FIELD)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

export function showHeldSeats(): void {
  const seats = document.getElementById(HELD_SEATS)
  seats?.focus({ preventScroll: true })
  seats?.scrollIntoView({ block: 'center' })
}
