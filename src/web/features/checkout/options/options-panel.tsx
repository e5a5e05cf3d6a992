import type { ReactNode } from 'react'
import { guestsText } from '#shared/bookings/guests-text.ts'
import type { Day } from '#shared/dates.ts'
import { formatMoney, toMoney, type Currency } from '#shared/money.ts'
import { AT_LEAST_ONE_GUEST } from '#shared/payments/public.ts'
import { askedOf, isOffer, lowestCents, offerOf } from '#shared/tours/offers/chosen-offer.ts'
import type { Offer } from '#shared/tours/offers/compute.ts'
import { sizeOf, unitsIn, type Counts } from '#shared/tours/offers/option-choice.ts'
import type { OfferFault } from '#shared/tours/offers/party.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { QuestionDialog } from '#web/components/dialog.tsx'
import { priceText } from '#web/components/price.tsx'
import { SoldLines, toShownLines } from '#web/components/sold-lines.tsx'
import { BookAction, BookAgainDialog } from '../book-action.tsx'
import { BookingCard, DepartureChoice, type DepartureProps } from '../departure-choice.tsx'
import { GuestCounter } from '../guest-counter.tsx'
import { NOT_ONLINE } from '../tour-booking-panel.tsx'
import { useCheckout, type NewOffer } from '../use-checkout.ts'
import { CodeField, useCode } from './code-field.tsx'
import { useOptionsCheckout, type OptionChoosing } from './option-checkout.ts'
import { OptionFields } from './option-fields.tsx'
import type { TimeLeft } from './option-words.ts'
import type { ExtraPicture } from './unit-counters.tsx'

export type OptionsPanelProps = Omit<DepartureProps, 'today'> & {
  tourId: string
  priceId: string | null | undefined
  selling: Selling
  extraPictures: readonly ExtraPicture[] | undefined
  currency: Currency
  choosing: OptionChoosing
  option: SellingOption | undefined
  /** At the place. */
  today: Day
  isDeparture: boolean
  runsOn: (option: SellingOption) => boolean
  leftAt: (time: string) => TimeLeft
  /** What is left of limited extras on the day, by id. */
  left: Counts | undefined
  /** Why the day does not do for the party, though the tour runs. */
  warning: string | undefined
  leastAge: number | undefined
  held: ReactNode
  note: ReactNode
  findPaid: (day: Day) => Promise<string | undefined>
  onRefused: () => void
}

/** The sidebar's 'Guests & Departure' of a tour that sells options: what is chosen, its lines, the total and the checkout. */
export function OptionsPanel(props: OptionsPanelProps) {
  const { tourId, priceId, selling, currency, choosing, option, today, isDeparture, left, leastAge, held, note, ...departure } = props
  const { trip, dateError, dayOff, refundNote, warning, runsOn, leftAt, findPaid, onRefused } = departure
  const { choice } = choosing
  const { date } = trip.choice
  const day = dateError === undefined ? date : today
  const units = option ? unitsIn(option, choice) : {}
  const { people } = option ? sizeOf(option, units) : { people: choice.guests }
  const offer = option && offerOf(selling, option, choice, { day, today, left })
  const checkout = useCheckout(findPaid, onRefused)
  const code = useCode(isOffer(offer) && isDeparture ? { tourId, date, ...askedOf(selling, offer, choice, left) } : undefined)
  const wanted = { tourId, priceId, selling, option, choice, offer, date, isDeparture, left, coded: code.offer }
  const { book, isChecked, optionError, timeError } = useOptionsCheckout(wanted, checkout)

  return (
    // What has the focus stays above the fixed total.
    <div className="needs-script contents lg:block lg:rounded-card lg:shadow-card [&_:is(button,input,select)]:scroll-mb-48">
      <BookingCard held={held}>
        <DepartureChoice {...departure} today={today} dateError={isChecked || date !== '' ? dateError : undefined} />
        <OptionFields
          {...{ selling, currency, choosing, option, day, leastAge, runsOn, leftAt, left }}
          Counter={GuestCounter}
          pictures={props.extraPictures}
          errors={{ optionId: optionError, startTime: timeError, units: faultOf(offer, people) }}
        />
        {isOffer(offer) && (
          <section aria-labelledby="price-lines" className="mt-6 border-t border-line pt-4 lg:pb-3">
            <h3 id="price-lines" className="mb-2 font-sans text-base font-semibold tracking-normal">
              Price
            </h3>
            <SoldLines lines={code.offer?.lines ?? offer.lines} currency={currency} />
            <CodeField chosen={code} />
          </section>
        )}
      </BookingCard>
      <BookAction
        date={date}
        total={
          <OfferTotal
            currency={currency}
            cents={
              isOffer(offer)
                ? (code.offer?.totalCents ?? offer.totalCents)
                : option
                  ? undefined
                  : lowestCents(selling, selling.options, choice, { day, today })
            }
            isFrom={!option}
            text={guestsText(people)}
          />
        }
        refusal={option && people === 0 ? AT_LEAST_ONE_GUEST : undefined}
        isBusy={checkout.isBusy}
        error={checkout.error}
        warning={priceId ? (dayOff?.text ?? warning) : NOT_ONLINE}
        refundNote={refundNote}
        note={note}
        isTall
        onBook={book}
      />
      <OfferChangeDialog
        change={checkout.newOffer}
        currency={currency}
        onConfirm={(expectedTotal) => checkout.startAfterAll({ expectedTotal })}
        onClose={checkout.dismiss}
      />
      <BookAgainDialog
        paid={checkout.paid}
        guests={people}
        onConfirm={() => checkout.startAfterAll({ isAgain: true })}
        onClose={checkout.dismiss}
      />
    </div>
  )
}

/** Why such a party can’t book. An empty party is explained by the button. */
function faultOf(offer: Offer | OfferFault | undefined, people: number): string | undefined {
  return offer && 'fault' in offer && offer.path === 'units' && people > 0 ? offer.message : undefined
}

type OfferTotalProps = {
  currency: Currency
  /** Undefined while it is not known. */
  cents: number | undefined
  /** Whether it is where prices begin, because no option is chosen yet. */
  isFrom: boolean
  /** For whom. */
  text: string
}

/** The total beside the button, also on a phone's fixed bar. */
function OfferTotal({ currency, cents, isFrom, text }: OfferTotalProps) {
  if (cents === undefined) return null
  const money = { cents, currency }
  return (
    <p role="status" className="flex flex-wrap items-baseline gap-x-1.5 tabular-nums lg:justify-between lg:border-t lg:border-line lg:pt-3">
      <span className="text-sm text-ink-soft lg:text-base">
        <span>{isFrom ? 'From' : <span className="max-lg:sr-only">Total for </span>}</span>
        <span className={isFrom ? 'max-lg:sr-only' : undefined}>{isFrom ? ` for ${text}` : text}:</span>{' '}
      </span>
      <strong className="text-lg lg:text-xl">{isFrom ? priceText(money) : formatMoney(money)}</strong>
    </p>
  )
}

type OfferChangeDialogProps = {
  change: NewOffer | undefined
  /** The tour's, used if the change names none. */
  currency: Currency
  onConfirm: (expectedTotal: string) => void
  onClose: () => void
}

/** Shown when the price of a choice has just changed. Nothing is booked until the visitor agrees to the new total. */
function OfferChangeDialog({ change, currency: tourCurrency, onConfirm, onClose }: OfferChangeDialogProps) {
  if (change?.total === undefined) return null
  const { total: expectedTotal, currency = tourCurrency } = change
  const total = formatMoney(toMoney(expectedTotal, currency))
  return (
    <QuestionDialog
      title="The price has changed"
      yes={`Book for ${total}`}
      no="Not now"
      onYes={() => onConfirm(expectedTotal)}
      onNo={onClose}
    >
      <p className="mb-3">Your selection now costs:</p>
      <SoldLines lines={toShownLines(change.lines)} currency={currency} />
      <p className="mt-3 flex items-baseline justify-between gap-3 border-t border-line pt-3 tabular-nums">
        <span className="font-semibold">Total</span>
        <strong className="text-lg">{total}</strong>
      </p>
      <p className="mt-2 text-ink-soft">You haven’t booked or paid anything yet.</p>
    </QuestionDialog>
  )
}
