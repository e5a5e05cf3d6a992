import type { Day } from '#shared/dates.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import type { DayLook } from '#web/components/month-grid.tsx'
import { classNames } from '#web/lib/class-names.ts'
import type { DayOffer } from './day-offer.ts'

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
