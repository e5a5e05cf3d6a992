import { Link } from 'react-router'
import { formatMoney, toMoney } from '#shared/money.ts'
import { consolePages } from '#shared/pages.ts'
import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { sellingInWords } from './selling-words.ts'

type Props = {
  tour: StaffTourDetails
  canEdit: boolean
  /** Whether changes of the tour itself are to be saved first. */ isWaiting: boolean
}

/** What the tour sells in one line, with the way to the page where that is written. */
export function SellingLine({ tour: { id, selling, fields }, canEdit, isWaiting }: Props) {
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
