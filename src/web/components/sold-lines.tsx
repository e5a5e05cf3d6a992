import { formatMoney, unitsToCents, type Currency } from '#shared/money.ts'
import { STANDARD_PRICE, type OfferLine } from '#shared/tours/offers/offer-lines.ts'
import type { LenientLine } from '#shared/tours/offers/offer-schema.ts'

export type ShownLine = Pick<OfferLine, 'kind' | 'id' | 'name' | 'quantity' | 'totalCents' | 'rule'>

/** The lines of an answer. */
export function toShownLines(lines: readonly LenientLine[]): ShownLine[] {
  return lines.map(({ kind = 'unit', name = '', quantity = 1, total = '0', rule = '' }, index) => {
    return { kind, id: String(index), name, quantity, rule, totalCents: unitsToCents(Number(total)) }
  })
}

/** What a booking is made of: each line with its number and sum, and the rule where that is not the usual price. */
export function SoldLines({ lines, currency }: { lines: readonly ShownLine[]; currency: Currency }) {
  return (
    <ul className="grid gap-1.5 text-sm">
      {lines.map((line) => (
        <li key={`${line.kind} ${line.id}`} className="flex items-baseline justify-between gap-3 tabular-nums">
          <span className="min-w-0 wrap-anywhere">
            {line.name}
            {hasNumber(line) && <span className="whitespace-nowrap text-ink-soft"> × {line.quantity}</span>}
            {saysRule(line) && <span className="block text-ink-soft">{line.rule}</span>}
          </span>
          <span className={line.totalCents < 0 ? 'shrink-0 font-semibold text-sea-deep' : 'shrink-0'}>
            {formatMoney({ cents: line.totalCents, currency })}
          </span>
        </li>
      ))}
    </ul>
  )
}

function hasNumber({ kind }: ShownLine): boolean {
  return kind === 'unit' || kind === 'extra'
}

/** A discount's name is its rule already. */
function saysRule({ kind, rule }: ShownLine): boolean {
  return kind !== 'discount' && kind !== 'code' && rule !== '' && rule !== STANDARD_PRICE
}
