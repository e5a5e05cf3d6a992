import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { guestsText } from '#shared/bookings/guests-text.ts'
import { isDay, longDay } from '#shared/dates.ts'
import { DEFAULT_CURRENCY, formatMoney, toMoney, type Currency } from '#shared/money.ts'
import { pages } from '#shared/pages.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { QuestionDialog } from '#web/components/dialog.tsx'
import { UnbrokenReferences } from '#web/components/unbroken-references.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { DEPARTURE_FIELD, HELD_SEATS } from './departure-choice.tsx'
import type { NewPrice } from './use-checkout.ts'

const NOTE = 'before-booking'

type BookActionProps = {
  /** Raw value of the field: may be empty or not a valid day. */
  date: string
  /** What the booking costs, as far as that is known. */
  total: ReactNode
  /** Why nothing can be booked, in place of the button's text. */
  refusal: string | undefined
  isBusy: boolean
  error: string | undefined
  warning: string | undefined
  /** The refund on cancelling, repeated here because the card may be out of sight. */
  refundNote: string | undefined
  /** What the traveller should know before booking. */
  note: ReactNode
  /** Whether the card is taller than a screen, so that these stay in sight on wide screens too. */
  isTall?: boolean
  onBook: () => void
}

/**
 * The total and the button, at the foot of the card on wide screens and fixed to the bottom edge on phones; not if the text is so large or
 * the screen so low that they would cover half of the page.
 */
export function BookAction({ date, total, refusal, isBusy, error, warning, refundNote, note, isTall = false, onBook }: BookActionProps) {
  return (
    <div
      className={classNames(
        'sticky bottom-[min(0px,(100dvh-34rem)*9)] z-10 print:static order-last -mx-[clamp(min(1rem,5vw),4vw,2.5rem)] border-t border-line bg-paper px-[clamp(min(1rem,5vw),4vw,2.5rem)] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:mx-0 lg:rounded-b-card lg:border-t-0 lg:px-6 lg:pt-0 lg:pb-6',
        !isTall && 'lg:static',
      )}
    >
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
          {isDay(date) ? longDay(date) : 'Choose a date'}
        </button>
        {refundNote !== undefined && <span>{refundNote}</span>}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:flex-col lg:items-stretch lg:gap-y-3">
        <div className="min-w-0 max-lg:flex-[3_1_7rem]">{total}</div>
        <Button
          size="large"
          disabled={refusal !== undefined}
          isBusy={isBusy}
          aria-describedby={NOTE}
          onClick={onBook}
          className="max-lg:min-h-12 max-lg:grow max-lg:px-4 max-lg:text-base lg:w-full"
        >
          {refusal ?? 'Book This Tour'}
        </Button>
      </div>
    </div>
  )
}

/** Scrolls to the date and the counters and focuses the date. */
export function showChoices(): void {
  showPart(DEPARTURE_FIELD)
}

export function showHeldSeats(): void {
  showPart(HELD_SEATS)
}

/** Scrolls to the part of the card with this id and focuses it. */
export function showPart(id: string): void {
  const part = document.getElementById(id)
  part?.focus({ preventScroll: true })
  part?.scrollIntoView({ block: 'center' })
}

type BookAgainDialogProps = {
  /** The traveller's existing bookings; the dialog only opens if there are any. */
  paid: string | undefined
  guests: number
  onConfirm: () => void
  onClose: () => void
}

/** Asks before booking a day that is already paid for: travellers who missed that their payment arrived would otherwise pay twice. */
export function BookAgainDialog({ paid, guests, onConfirm, onClose }: BookAgainDialogProps) {
  if (paid === undefined) return null
  return (
    <QuestionDialog title="Book this day again?" yes={`Book ${guests} more`} no="Not now" onYes={onConfirm} onNo={onClose}>
      <p>
        <UnbrokenReferences text={paid} />
      </p>
      <p className="mt-2">
        If you book again, you’ll pay the full price for {guests === 1 ? '1 more seat' : `${guests} more seats`}.{' '}
        <Link to={pages.bookings} className="text-link inline-block">
          See it in My Bookings
        </Link>
      </p>
    </QuestionDialog>
  )
}

type PriceChangeDialogProps = {
  change: NewPrice | undefined
  /** The tour's currency, used if the change names none. */
  currency: Currency | undefined
  guests: number
  onConfirm: (priceId: string) => void
  onClose: () => void
}

/** Shown when the price has just changed. Nothing is booked until the visitor agrees to the new total. */
export function PriceChangeDialog({
  change,
  currency: tourCurrency = DEFAULT_CURRENCY.tour,
  guests,
  onConfirm,
  onClose,
}: PriceChangeDialogProps) {
  if (!change) return null
  const { currency = tourCurrency } = change
  const total = formatMoney(toMoney(change.total, currency))
  return (
    <QuestionDialog
      title="The price has changed"
      yes={`Book for ${total}`}
      no="Not now"
      onYes={() => onConfirm(change.priceId)}
      onNo={onClose}
    >
      <p>
        This tour now costs {formatMoney(toMoney(change.basePrice, currency))} per person. For {guestsText(guests)} that is{' '}
        <strong>{total}</strong> in total.
      </p>
      <p className="mt-2 text-ink-soft">You haven’t booked or paid anything yet.</p>
    </QuestionDialog>
  )
}
