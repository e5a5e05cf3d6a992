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

/** 1 where debits are more, -1 where credits are. */
const SIDES = { Assets: 1, Liabilities: -1, 'Income and expenses': -1, Suspense: 1 } as const

/** Where each account is shown. One that this version doesn’t know is shown under Suspense. */
const GROUP_OF: Record<LedgerAccount, keyof typeof SIDES> = {
  provider_clearing: 'Assets',
  payouts_in_transit: 'Assets',
  bank: 'Assets',
  cash: 'Assets',
  terminal_clearing: 'Assets',
  chargebacks: 'Assets',
  receivables: 'Assets',
  customer_advances: 'Liabilities',
  unallocated: 'Liabilities',
  refunds_payable: 'Liabilities',
  vouchers: 'Liabilities',
  revenue: 'Income and expenses',
  cancellation_fees: 'Income and expenses',
  voucher_adjustments: 'Income and expenses',
  other_business: 'Income and expenses',
  commissions: 'Income and expenses',
  provider_fees: 'Income and expenses',
  dispute_losses: 'Income and expenses',
  write_offs: 'Income and expenses',
  exchange: 'Income and expenses',
  suspense: 'Suspense',
  opening: 'Suspense',
}

export interface BalanceGroup {
  title: string
  /** Amounts as the group counts them: what we owe is positive there. */
  lines: { account: string; amounts: { amount: string; currency: string }[] }[]
}

/** Sorts balances into what is there, what is owed, what was earned, and whatever remains to be explained. */
export function balanceGroups(balances: ReadMoney['balances']): BalanceGroup[] {
  const known = new Set<string>(Object.keys(GROUP_OF))
  const unknown = balances.map(({ account }) => account).filter((account) => !known.has(account))
  const titles = Object.keys(SIDES) as (keyof typeof SIDES)[]
  const groups = titles.map((title) => ({
    title,
    lines: [...known, ...(title === 'Suspense' ? new Set(unknown) : [])]
      .filter((account) => (GROUP_OF[account as LedgerAccount] ?? 'Suspense') === title)
      .map((account) => ({
        account,
        amounts: balances
          .filter((each) => each.account === account)
          .map(({ amount, currency }) => ({ amount: String(SIDES[title] * Number(amount)), currency })),
      }))
      .filter(({ amounts }) => amounts.length > 0),
  }))
  return groups.filter(({ title, lines }) => title !== 'Suspense' || lines.length > 0)
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
