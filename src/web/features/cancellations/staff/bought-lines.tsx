import { boughtName } from '#shared/bookings/price-text.ts'
import { formatMoney } from '#shared/money.ts'
import type { ReadMoney } from '#shared/refunds/staff.ts'
import { Button } from '#web/components/button.tsx'
import { giveableCents, type ReadLine } from './line-amounts.ts'

type Props = {
  money: ReadMoney
  /** Takes what a line cost as the amount to give back; without it the lines are only shown. */
  onTake?: ((line: ReadLine, cents: number) => void) | undefined
}

/** Booking details of a tour with options, line by line; nothing for a tour with one price. */
export function BoughtLines({ money, onTake }: Props) {
  const { lines, currency, totalCents } = money
  if (!lines) return null
  const sum = (cents: number) => formatMoney({ cents, currency })
  return (
    <section aria-label="Booking details" className="rounded-field border border-line">
      <ul className="divide-y divide-line">
        {lines.map((line, index) => {
          const cents = giveableCents(line, money)
          const name = boughtName(line)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of a booking never change, and two may be alike
            <li key={index} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
              <span className="min-w-0 wrap-anywhere">
                {name}
                {line.discountCents < 0 && <span className="block text-xs text-ink-soft">less {sum(-line.discountCents)} discount</span>}
              </span>
              <span className="ml-auto flex items-center gap-3">
                <span className={line.totalCents < 0 ? 'text-sea-deep tabular-nums' : 'tabular-nums'}>{sum(line.totalCents)}</span>
                {onTake && cents > 0 && (
                  <Button
                    variant="secondary"
                    size="small"
                    className="px-3!"
                    aria-label={`Fill in ${sum(cents)} for ${name}`}
                    onClick={() => onTake(line, cents)}
                  >
                    Fill in
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="flex justify-between gap-4 border-t border-line px-3 py-2 font-semibold tabular-nums">
        <span>Total</span>
        {sum(totalCents)}
      </p>
    </section>
  )
}
