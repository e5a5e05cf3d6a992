import { Link } from 'react-router'
import { CURRENCIES, formatMoney, toMoney, type Currency } from '#shared/money.ts'
import { consolePages } from '#shared/pages.ts'
import type { TourChange } from '#shared/tours/changes.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { momentText } from '#web/lib/moments.ts'
import type { SectionProps } from './tour-draft.ts'

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

type SellingLineProps = {
  tour: StaffTourDetails
  canEdit: boolean
  /** Whether changes of the tour itself are to be saved first. */ isWaiting: boolean
}

/** What the tour sells in one line, with the way to the page where that is written. */
function SellingLine({ tour: { id, selling, fields }, canEdit, isWaiting }: SellingLineProps) {
  const price = formatMoney(toMoney(fields.basePrice, fields.currency), 'if any')
  const label = selling ? (canEdit ? 'Edit options and prices' : 'View options and prices') : 'Add options, age-based prices or start times'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-field bg-sand px-4 py-3">
      <p>{selling ? `${sellingInWords(selling)}, from ${price}` : `Single price: ${price}`}</p>
      {(canEdit || selling) &&
        (isWaiting ? (
          <Button variant="secondary" size="small" disabled>
            {label}
          </Button>
        ) : (
          <ButtonLink to={consolePages.tourSelling(id)} variant="secondary" size="small">
            {label}
          </ButtonLink>
        ))}
      {isWaiting && <p className="basis-full text-xs text-ink-soft">Save or discard your changes first.</p>}
    </div>
  )
}

/** Stands in place of a field that follows from the options. */
export function FollowsFromOptions({ tourId, label, value }: { tourId: string; label: string; value: string }) {
  return (
    <div>
      <p className="mb-1.5 text-sm font-semibold">{label}</p>
      <p className="flex min-h-12 items-center font-semibold tabular-nums">{value}</p>
      <p className="mt-1.5 text-sm text-ink-soft">
        Set by the{' '}
        <Link to={consolePages.tourSelling(tourId)} className="underline hover:text-ink">
          options
        </Link>
        .
      </p>
    </div>
  )
}

/** "3 options, 2 start times, 2 seasons, 4 extras"; what there is none of is left out. */
export function sellingInWords({ options, seasons, extras }: Selling): string {
  const times = new Set(options.flatMap(({ startTimes }) => startTimes.map(({ time }) => time)))
  const counts = [
    [options.length, 'option'],
    [times.size, 'start time'],
    [seasons.length, 'season'],
    [extras.length, 'extra'],
  ] as const
  return counts.flatMap(([count, name]) => (count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`])).join(', ')
}
