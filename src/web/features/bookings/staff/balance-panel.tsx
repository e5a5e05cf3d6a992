import type { ReactNode } from 'react'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { Panel } from '#web/components/panel.tsx'
import { amountText, sumText } from '#web/lib/amounts.ts'

type Figure = 'received' | 'returned' | 'owed' | 'held' | 'lost' | 'net'

/** The price, and how much of it has been received and returned. `children` are the actions. */
export function BalancePanel({ story: { booking, balance }, children }: { story: ReadStory; children?: ReactNode }) {
  const sumOf = (figure: Figure) =>
    sumText(
      (balance ?? []).map(({ currency, ...figures }) => ({ amount: figures[figure], currency })),
      booking.currency,
    )
  const isAny = (figure: Figure) => (balance ?? []).some((figures) => Number(figures[figure]) !== 0)
  // What is owed may be held by a dispute, and then is no part of the net.
  const isOwedOfNet = (balance ?? []).every(({ owed, net }) => Number(owed) <= Number(net))
  return (
    <Panel title="Balance">
      <dl className="space-y-1.5">
        <Line name="Price">{amountText({ amount: booking.total, currency: booking.currency })}</Line>
        {balance && (
          <>
            <Line name="Paid">{sumOf('received')}</Line>
            <Line name="Refunded">{sumOf('returned')}</Line>
            {isAny('lost') && <Line name="Lost to a dispute">{sumOf('lost')}</Line>}
            {isAny('held') && <Line name="Disputed funds">{sumOf('held')}</Line>}
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-2">
              <dt className="font-semibold">Net received</dt>
              <dd className="ml-auto font-display text-xl font-semibold tabular-nums">{sumOf('net')}</dd>
            </div>
            {isAny('owed') && <Line name={isOwedOfNet ? 'Of which still to be refunded' : 'Still to be refunded'}>{sumOf('owed')}</Line>}
          </>
        )}
      </dl>
      {children}
    </Panel>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="ml-auto tabular-nums">{children}</dd>
    </div>
  )
}
