import { classNames } from '#web/lib/class-names.ts'
import { CURRENCY_SYMBOL, type Currency } from '#shared/money.ts'

type Props = {
  /** In whole units of the currency: dollars, rupees. */
  amount: number
  currency: Currency
  /** "per person", "per day". */
  unit?: string
  /** An earlier, higher price, shown struck through. */
  oldAmount?: number
  /** By default cents are shown only where there are some. */
  isExact?: boolean
  className?: string
}

export function Price({ amount, currency, unit, oldAmount, isExact, className }: Props) {
  return (
    <span className={classNames('inline-flex flex-wrap items-baseline gap-x-1.5', className)}>
      <span className="font-display text-xl font-semibold tabular-nums">{priceText(amount, currency, isExact)}</span>
      {oldAmount !== undefined && (
        <s className="text-ink-soft">
          <span className="sr-only">was </span>
          {priceText(oldAmount, currency, isExact)}
        </s>
      )}
      {unit && <span className="text-sm text-ink-soft">{unit}</span>}
    </span>
  )
}

/** 1299, 'usd' → "$1,299"; 1299.5 → "$1,299.50". */
export function priceText(amount: number, currency: Currency, isExact = !Number.isInteger(amount)): string {
  const digits = isExact ? 2 : 0
  return `${CURRENCY_SYMBOL[currency]}${amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}
