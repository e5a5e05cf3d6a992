import { classNames } from '#web/lib/class-names.ts'
import { formatMoney, type Money } from '#shared/money.ts'

type Props = {
  price: Money
  /** "per person", "per day". */
  unit?: string
  /** An earlier, higher price, shown struck through. */
  oldPrice?: Money
  className?: string
}

export function Price({ price, unit, oldPrice, className }: Props) {
  return (
    <span className={classNames('inline-flex flex-wrap items-baseline gap-x-1.5', className)}>
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

/** Returns "$1,299" or "$1,299.50": cents are shown only where there are any. */
export function priceText(price: Money): string {
  return formatMoney(price, 'if any')
}
