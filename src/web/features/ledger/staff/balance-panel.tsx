import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { Panel } from '#web/components/panel.tsx'
import { amountText } from '#web/lib/amounts.ts'
import { journalPath } from './journal-address.ts'
import { accountName, type BalanceGroup } from './ledger-texts.ts'

/** Explanations of accounts whose name does not say it all. */
const HINTS: Record<string, string> = {
  provider_clearing: 'Fees and payouts are deducted nightly.',
  suspense: 'See Tasks for the booking.',
}

/** The accounts of a group, each a link to its entries. */
export function BalancePanel({ group: { title, lines } }: { group: BalanceGroup }) {
  return (
    <Panel title={title}>
      {lines.length === 0 && <p className="text-ink-soft">None.</p>}
      <ul className="-mx-2 -my-1 divide-y divide-line">
        {lines.map(({ account, amounts }) => (
          <li key={account}>
            <Link
              to={journalPath({ account })}
              data-row
              className="group flex min-h-11 items-center gap-3 rounded-field px-2 py-2 hover:bg-sand"
            >
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
                <span className="min-w-0 group-hover:underline">{accountName(account)}</span>
                <span className="ml-auto text-right font-semibold tabular-nums">
                  {amounts.map((amount) => (
                    <span key={amount.currency} className="block">
                      {amountText(amount)}
                    </span>
                  ))}
                </span>
                {HINTS[account] && <span className="basis-full text-xs text-ink-soft">{HINTS[account]}</span>}
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
