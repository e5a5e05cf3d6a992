import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { getMoney } from '#shared/ledger/staff-calls.ts'
import { accountName, type LedgerAccount, type ReadMoney } from '#shared/ledger/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { Panel } from '#web/components/panel.tsx'
import { amountText } from '#web/lib/amounts.ts'
import { queryOf } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { momentText } from '#web/lib/moments.ts'
import { journalPath } from './journal-address.ts'

export const moneyQuery = queryOf(getMoney, {}, { key: [...consoleKey('ledger'), 'balances'] })

interface Group {
  title: string
  /** 1 where debits are more, -1 where credits are. */
  side: 1 | -1
  accounts: readonly LedgerAccount[]
}

const GROUPS: readonly Group[] = [
  {
    title: 'Assets',
    side: 1,
    accounts: ['provider_clearing', 'payouts_in_transit', 'bank', 'cash', 'terminal_clearing', 'chargebacks', 'receivables'],
  },
  { title: 'Liabilities', side: -1, accounts: ['customer_advances', 'unallocated', 'refunds_payable', 'vouchers'] },
  {
    title: 'Income and expenses',
    side: -1,
    accounts: [
      'revenue',
      'cancellation_fees',
      'voucher_adjustments',
      'other_business',
      'commissions',
      'provider_fees',
      'dispute_losses',
      'write_offs',
      'exchange',
    ],
  },
]

export interface BalanceGroup {
  title: string
  /** Amounts as the group counts them: what we owe is positive there. */
  lines: { account: string; amounts: { amount: string; currency: string }[] }[]
}

/** Sorts balances into what is there, what is owed, what was earned, and whatever remains to be explained. */
export function balanceGroups(balances: ReadMoney['balances']): BalanceGroup[] {
  const known = new Set<string>(GROUPS.flatMap(({ accounts }) => accounts))
  const rest = [...new Set(balances.map(({ account }) => account))].filter((account) => !known.has(account))
  const groups = [...GROUPS, ...(rest.length > 0 ? [{ title: 'Suspense', side: 1, accounts: rest } as const] : [])]
  return groups.map(({ title, side, accounts }) => ({
    title,
    lines: accounts
      .map((account) => ({
        account,
        amounts: balances
          .filter((each) => each.account === account)
          .map(({ amount, currency }) => ({ amount: String(side * Number(amount)), currency })),
      }))
      .filter(({ amounts }) => amounts.length > 0),
  }))
}

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

/** Payments that aren’t allocated yet. The task of their booking decides about them. */
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
