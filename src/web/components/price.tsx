import { classNames } from '#web/lib/class-names.ts'
import { formatMoney, type Money } from '#shared/money.ts'

type Props = {
  price: Money
  unit?: string
  /** A previous, higher price, shown struck through. */
  oldPrice?: Money
  /** Whether prices differ and begin here. */
  isFrom?: boolean | undefined
  className?: string
}

export function Price({ price, unit, oldPrice, isFrom = false, className }: Props) {
  return (
    <span className={classNames('inline-flex flex-wrap items-baseline gap-x-1.5', className)}>
      {isFrom && <span className="text-sm text-ink-soft">from</span>}
      <span className="font-display text-xl font-semibold tabular-nums">{priceText(price)}</span>
      {oldPrice && (
        <s className="text-ink-soft">
          <span className="sr-only">was </span>
          {priceText(oldPrice)}
        </s>
      )}
      {unit && <span className="text-sm text-ink-soft">{unit}</span>}
    </span>
  )
}

/** "$1,299" or "$1,299.50": cents are only shown if there are any. */
export function priceText(price: Money): string {
  return formatMoney(price, 'if any')
}
