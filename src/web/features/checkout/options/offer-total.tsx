import { formatMoney, type Currency } from '#shared/money.ts'
import { priceText } from '#web/components/price.tsx'

type Props = {
  currency: Currency
  /** Undefined while it is not known. */
  cents: number | undefined
  /** Whether it is where prices begin, because no option is chosen yet. */
  isFrom: boolean
  /** For whom. */
  text: string
}

/** The total beside the button, also on a phone's fixed bar. */
export function OfferTotal({ currency, cents, isFrom, text }: Props) {
  if (cents === undefined) return null
  const money = { cents, currency }
  return (
    <p role="status" className="flex flex-wrap items-baseline gap-x-1.5 tabular-nums lg:justify-between lg:border-t lg:border-line lg:pt-3">
      <span className="text-sm text-ink-soft lg:text-base">
        <span>{isFrom ? 'From' : <span className="max-lg:sr-only">Total for </span>}</span>
        <span className={isFrom ? 'max-lg:sr-only' : undefined}>{isFrom ? ` for ${text}` : text}:</span>{' '}
      </span>
      <strong className="text-lg lg:text-xl">{isFrom ? priceText(money) : formatMoney(money)}</strong>
    </p>
  )
}
