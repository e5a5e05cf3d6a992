import { isDay, shortDay, type Day } from '#shared/dates.ts'
import type { Currency } from '#shared/money.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { priceText } from '#web/components/price.tsx'
import { ChoiceCard, ChoiceGroup } from './choice-card.tsx'
import { fromCents } from '#shared/tours/offers/chosen-offer.ts'

export const OPTIONS = 'tour-options'

type Props = {
  selling: Selling
  currency: Currency
  chosen: SellingOption | undefined
  /** The day of the prices. */
  day: Day
  runsOn: (option: SellingOption) => boolean
  legend: string
  error: string | undefined
  onChoose: (id: string) => void
}

/** The options of a tour that has several. */
export function OptionList({ selling, currency, chosen, day, runsOn, legend, error, onChoose }: Props) {
  if (selling.options.length === 1) return null
  return (
    <ChoiceGroup id={OPTIONS} legend={legend} error={error}>
      {selling.options.map((option) => (
        <ChoiceCard key={option.id} name={OPTIONS} value={option.id} isChosen={option === chosen} onChoose={onChoose}>
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-semibold">{option.name}</span>
            <span className="text-sm tabular-nums">
              <span className="text-ink-soft">from</span>{' '}
              <strong className="font-semibold">{priceText({ cents: fromCents(selling, option, day), currency })}</strong>
              {option.groupSteps && <span className="text-ink-soft"> per group</span>}
            </span>
          </span>
          {option.text !== '' && <span className="mt-0.5 block text-sm text-pretty text-ink-soft">{option.text}</span>}
          {isDay(day) && !runsOn(option) && (
            <span className="mt-0.5 block text-sm font-medium text-sun-deep">Not available on {shortDay(day)}</span>
          )}
        </ChoiceCard>
      ))}
    </ChoiceGroup>
  )
}
