import type { ReactNode } from 'react'
import { formatMoney, type Money } from '#shared/money.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'

type Props = {
  /** Of a tour with one price. */
  perPerson: Money | undefined
  guests: string
  price: Money | undefined
  /** What the booking triggers, one sentence per line. */
  lines: string[]
  alert: ReactNode
  isBusy: boolean
}

/** The price and consequences of a phone booking, above its submit button. */
export function ReservationSummary({ perPerson, guests, price, lines, alert, isBusy }: Props) {
  return (
    <Panel title="What will happen">
      {price && perPerson && (
        <p className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-3">
          <span className="text-ink-soft tabular-nums">
            {formatMoney(perPerson, 'if any')} × {guests}
          </span>
          <span className="font-display text-xl font-semibold tabular-nums">{formatMoney(price)}</span>
        </p>
      )}
      <ul className="list-disc space-y-1.5 pl-5">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      {alert && <Alert className="mt-4">{alert}</Alert>}
      <Button type="submit" size="small" className="mt-5 min-h-12 w-full" isBusy={isBusy}>
        {price ? `Book for ${formatMoney(price)}` : 'Book'}
      </Button>
    </Panel>
  )
}
