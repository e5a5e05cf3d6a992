import { Link } from 'react-router'
import type { ReadMoney } from '#shared/ledger/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { Panel } from '#web/components/panel.tsx'
import { amountText } from '#web/lib/amounts.ts'
import { momentText } from '#web/lib/moments.ts'
import { accountName } from './ledger-texts.ts'

/** Payments that pay for nothing yet. Whoever may decides about them in the task of their booking. */
export function UnallocatedPanel({ receipts }: { receipts: ReadMoney['unallocated'] }) {
  return (
    <Panel title={accountName('unallocated')}>
      {receipts.length === 0 && <p className="text-ink-soft">All payments have been allocated or refunded.</p>}
      <ul className="divide-y divide-line">
        {receipts.map((receipt) => (
          <li key={receipt.receiptId} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
            <span className="text-base font-semibold tabular-nums">{amountText(receipt)}</span>
            <span>
              meant for{' '}
              <Link
                translate="no"
                to={consolePages.booking(receipt.booking.id)}
                className="text-link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
              >
                {receipt.booking.reference}
              </Link>
            </span>
            <span className="text-ink-soft">since {momentText(receipt.receivedAt)}</span>
            <span className="text-ink-soft lg:ml-auto">
              {receipt.hasTask ? (
                <>
                  <Link to={consolePages.today} className="text-link inline-flex min-h-6 items-center pointer-coarse:min-h-11">
                    Task{' '}
                  </Link>{' '}
                  open
                </>
              ) : (
                'No open task'
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
