import { Images, Package } from 'lucide-react'
import { Link } from 'react-router'
import { formatMoney, toMoney } from '#shared/money.ts'
import type { ReadQuote } from '#shared/quotes/staff.ts'
import { classNames } from '#web/lib/class-names.ts'
import { daysUntilText, lengthText, momentText } from '#web/lib/moments.ts'
import { PICKUP_TIME_ZONE } from '#shared/vehicles/postcodes.ts'
import { QuoteStatusMark } from './quotes.tsx'

const HOUR_MS = 3_600_000
/** Requests that wait longer are marked. */
const LATE_MS = 24 * HOUR_MS
/** Moves that are closer than this are marked. */
const SOON_MS = 72 * HOUR_MS

type Props = {
  quote: ReadQuote
  to: string
  now: number
  /** Undefined if bulk actions are not available. */
  selection?: { isSelected: boolean; onToggle: () => void } | undefined
}

/** A row of the list: it links to the request, and its checkbox selects it. */
export function QuoteRow({ quote, to, now, selection }: Props) {
  const { reference, serviceType, contact, pickupPinCode, dropoffPinCode, itemDetails, photos } = quote
  const isWaiting = quote.status === 'pending'
  const waitsMs = now - Date.parse(quote.createdAt)
  const untilMove = Date.parse(quote.pickupDate) - now
  const items = itemDetails.items.length
  return (
    <li
      className={classNames(
        'relative flex items-start gap-1 px-2 transition-colors hover:bg-cream sm:px-3',
        selection?.isSelected && 'bg-sun-tint',
      )}
    >
      {selection && (
        <label className="relative z-10 flex size-11 shrink-0 items-center justify-center self-center">
          <input
            type="checkbox"
            aria-label={`Select ${reference}`}
            checked={selection.isSelected}
            onChange={selection.onToggle}
            className="size-4.5 accent-coral-deep"
          />
        </label>
      )}
      <div className="grid min-w-0 flex-1 grid-cols-[1fr_auto] items-start gap-x-4 gap-y-0.5 px-1 py-3 lg:items-center lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1.25fr)_minmax(0,1fr)_7.5rem]">
        <div className="min-w-0">
          <Link
            to={to}
            data-row
            className="font-semibold before:absolute before:inset-0 focus-visible:outline-none focus-visible:before:outline-3 focus-visible:before:-outline-offset-3 focus-visible:before:outline-coral-deep"
          >
            {serviceType?.name ?? 'Vehicle service'}
          </Link>
          <p className="flex gap-x-1 text-ink-soft max-lg:flex-wrap">
            <span className="truncate">{contact.name}</span>
            <span className="shrink-0 tabular-nums">· {reference}</span>
          </p>
        </div>
        <p className="justify-self-end font-semibold tabular-nums lg:order-last">
          {formatMoney(toMoney(quote.price, quote.currency), 'if any')}
        </p>
        <div className="min-w-0 max-lg:col-span-2">
          <p className="truncate">
            {pickupPinCode} <span aria-label="to">→</span> {dropoffPinCode}
          </p>
          <p
            className={classNames(
              'lg:truncate',
              untilMove < SOON_MS && untilMove > 0 && isWaiting ? 'font-semibold text-danger' : 'text-ink-soft',
            )}
          >
            {momentText(quote.pickupDate, PICKUP_TIME_ZONE)} · {daysUntilText(quote.pickupDate, now, PICKUP_TIME_ZONE)}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-lg:col-span-2">
          {isWaiting ? (
            <span className={classNames('font-semibold', waitsMs > LATE_MS ? 'text-sun-deep' : 'text-ink-soft')}>
              waiting {lengthText(waitsMs)}
            </span>
          ) : (
            <QuoteStatusMark status={quote.status} />
          )}
          <span className="inline-flex items-center gap-1 text-ink-soft">
            <Package aria-hidden="true" className="size-4" />
            {items}
            <span className="sr-only">{items === 1 ? ' item' : ' items'}</span>
          </span>
          {photos.length > 0 && (
            <span className="inline-flex items-center gap-1 text-ink-soft">
              <Images aria-hidden="true" className="size-4" />
              {photos.length}
              <span className="sr-only">{photos.length === 1 ? ' photo' : ' photos'}</span>
            </span>
          )}
        </div>
      </div>
    </li>
  )
}
