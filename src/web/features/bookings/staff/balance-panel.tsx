import type { ReactNode } from 'react'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { Panel } from '#web/components/panel.tsx'
import { amountText, sumText } from '#web/lib/amounts.ts'

/** The price, and how much of it has been received and returned. `children` are the actions. */
export function BalancePanel({ story: { booking, ...story }, children }: { story: ReadStory; children?: ReactNode }) {
  const payments = story.payments.filter(({ role }) => role !== 'voided')
  // A lost dispute takes everything that had not been returned before.
  const kept = payments.map(({ amount, returned, currency, disputeLostAt }) => ({
    amount: String(disputeLostAt === null ? Number(amount) - Number(returned) : 0),
    currency,
  }))
  const gone = payments.map(({ amount, returned, currency, disputeLostAt }) => ({
    amount: disputeLostAt === null ? returned : amount,
    currency,
  }))
  return (
    <Panel title="Balance">
      <dl className="space-y-1.5">
        <Line name="Price">{amountText({ amount: booking.total, currency: booking.currency })}</Line>
        <Line name="Paid">{sumText(payments, booking.currency)}</Line>
        <Line name="Returned">{sumText(gone, booking.currency)}</Line>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-2">
          <dt className="font-semibold">Net received</dt>
          <dd className="font-display text-xl font-semibold tabular-nums">{sumText(kept, booking.currency)}</dd>
        </div>
      </dl>
      {children}
    </Panel>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
