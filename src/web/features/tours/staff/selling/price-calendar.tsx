import { ChevronLeft, ChevronRight } from 'lucide-react'
import { longMonth, type Day } from '#shared/dates.ts'
import type { Currency } from '#shared/money.ts'
import { addMonths, fullDay, monthOf, sameDayIn } from '#shared/months.ts'
import { STANDARD_PRICE } from '#shared/tours/offers/offer-lines.ts'
import { optionRunsOn } from '#shared/tours/offers/option-days.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import { Button } from '#web/components/button.tsx'
import { MonthGrid, type DayLook } from '#web/components/month-grid.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { dayPriceText, leadingName, leadingPriceOn, shortPrice } from './trial.ts'

type Props = {
  selling: Selling
  option: SellingOption
  runs: TourRuns
  currency: Currency
  today: Day
  day: Day
  onDay: (day: Day) => void
}

/** What each day of a month costs, and by which rule. Days with other than the standard price are tinted. */
export function PriceCalendar({ selling, option, runs, currency, today, day, onDay }: Props) {
  const name = leadingName(option, selling)
  const month = monthOf(day)
  const textOf = (each: Day) =>
    optionRunsOn({ runs }, option, each) ? dayPriceText(name, leadingPriceOn(selling, option, each), currency) : 'Does not run'
  const lookOf = (each: Day): DayLook => {
    const isRunning = optionRunsOn({ runs }, option, each)
    const { cents, rule } = leadingPriceOn(selling, option, each)
    return {
      text: textOf(each),
      className: classNames(
        'flex h-11 flex-col items-center justify-center gap-0.5',
        each === day ? 'bg-ink text-paper' : isRunning && rule !== STANDARD_PRICE ? 'bg-sun-tint hover:bg-cream' : 'hover:bg-cream',
      ),
      children: (
        <>
          <span className={classNames('text-xs tabular-nums', each !== day && 'text-ink-soft')}>{Number(each.slice(-2))}</span>
          <span className="text-xs font-semibold tabular-nums">{isRunning ? shortPrice(cents) : '–'}</span>
        </>
      ),
    }
  }
  const step = (count: number) => onDay(sameDayIn(addMonths(month, count), day))
  return (
    <div>
      <div className="mb-1 flex items-center justify-between gap-2">
        <Button variant="quiet" size="small" className="px-3!" aria-label="Previous month" onClick={() => step(-1)}>
          <ChevronLeft aria-hidden="true" className="size-4.5" />
        </Button>
        <p role="status" className="font-semibold">
          {longMonth(month)}
        </p>
        <Button variant="quiet" size="small" className="px-3!" aria-label="Next month" onClick={() => step(1)}>
          <ChevronRight aria-hidden="true" className="size-4.5" />
        </Button>
      </div>
      <p className="mb-3 text-center">
        <span className="block text-ink-soft">{fullDay(day)}</span>
        <span className="font-semibold">{textOf(day)}</span>
      </p>
      <MonthGrid
        label={`Prices in ${longMonth(month)}`}
        month={month}
        today={today}
        current={day}
        chosen={day}
        isBusy={false}
        lookOf={lookOf}
        onMove={onDay}
        onChoose={onDay}
      />
    </div>
  )
}
