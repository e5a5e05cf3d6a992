import { CURRENCIES, formatMoney, toMoney, type Currency } from '#shared/money.ts'
import type { TourChange } from '#shared/tours/changes.ts'
import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { Panel } from '#web/components/panel.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { momentText } from '#web/lib/moments.ts'
import { FollowsFromOptions, SellingLine } from './selling-line.tsx'
import type { SectionProps } from './tour-form.ts'

const OPTIONS = CURRENCIES.map((code) => ({ value: code, label: code.toUpperCase() }))

type Props = SectionProps & {
  /** As saved. */
  tour: StaffTourDetails
  canEdit: boolean
  isDirty: boolean
  /** Empty if the agency has no tax categories, and then nothing is asked. */
  taxChoices: readonly { value: string; label: string }[]
}

export function PriceSection({ form: { field, choice }, tour, canEdit, isDirty, taxChoices }: Props) {
  const { selling, fields, priceHistory: history } = tour
  return (
    <Panel title="Price">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
        {selling ? (
          <FollowsFromOptions
            tourId={tour.id}
            label="Price from"
            value={formatMoney(toMoney(fields.basePrice, fields.currency), 'if any')}
          />
        ) : (
          <TextField
            {...field('basePrice')}
            label="Price per person"
            inputMode="decimal"
            autoComplete="off"
            hint="Anyone already checking out pays the price they were shown."
          />
        )}
        <SelectField {...choice('currency')} label="Currency" options={OPTIONS} />
        {taxChoices.length > 0 && (
          <SelectField
            {...choice('taxCategoryId')}
            className="sm:col-span-2"
            label="Tax category"
            isOptional
            options={taxChoices}
            placeholder="None"
            hint="The price includes tax. Travellers don’t see it."
          />
        )}
      </div>
      <div className="mt-4">
        <SellingLine tour={tour} canEdit={canEdit} isWaiting={isDirty} />
      </div>
      {history.length > 0 && (
        <>
          <h3 className="mt-5 mb-1 font-sans font-semibold tracking-normal">Earlier prices</h3>
          <ol className="divide-y divide-line">
            {history.map((change) => (
              <PriceChange key={change.version} change={change} />
            ))}
          </ol>
        </>
      )}
    </Panel>
  )
}

function PriceChange({ change: { price, by, at } }: { change: TourChange }) {
  const text = (amount: number, currency: Currency) => formatMoney(toMoney(amount, currency), 'if any')
  return (
    <li className="flex flex-wrap justify-between gap-x-6 py-2">
      {price && (
        <span className="tabular-nums">
          {text(price.from, price.fromCurrency)} → <span className="font-semibold">{text(price.to, price.toCurrency)}</span>
        </span>
      )}
      <span className="text-ink-soft">
        {by ?? 'Deleted account'}, {momentText(at)}
      </span>
    </li>
  )
}
