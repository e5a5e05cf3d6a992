import { longDay } from '#shared/dates.ts'
import { ENTRY_KINDS, LEDGER_ACCOUNTS, type LedgerAccount, type ReadEntry, type ReadMoney } from '#shared/ledger/staff.ts'

/** Names an account; one that this page does not know yet is named as the ledger does. */
export function accountName(account: string): string {
  return LEDGER_ACCOUNTS[account as LedgerAccount] ?? account.replaceAll('_', ' ')
}

/** What has moved the balance at the card provider, by its words. */
const MOVEMENTS: Record<string, string> = {
  charge: 'Payment',
  payment: 'Payment',
  refund: 'Refund',
  payment_refund: 'Refund',
  refund_failure: 'Failed refund',
  payment_failure_refund: 'Failed refund',
  adjustment: 'Dispute',
  payout_failure: 'Failed payout',
  stripe_fee: 'Fee',
}

export function movementName(type: string): string {
  return MOVEMENTS[type] ?? type.replaceAll('_', ' ')
}

type Told = Pick<ReadEntry, 'kind'> & { lines: readonly { account: string; amount: string }[] }

/** Says what happened. A refund that is owed or paid no more is an entry the other way round. */
export function entryText({ kind, lines }: Told): string {
  const owed = lines.reduce((sum, { account, amount }) => sum + (account === 'refunds_payable' ? Number(amount) : 0), 0)
  if (kind === 'refund_owed' && owed > 0) return 'Refund reversed'
  if (kind === 'refund_paid' && owed < 0) return 'Refund failed, payable again'
  return ENTRY_KINDS[kind as keyof typeof ENTRY_KINDS] ?? kind.replaceAll('_', ' ')
}

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

/** "from 1 Nov 2026 to 26 Nov 2026", after a number of entries. */
export function daysText({ firstDay, lastDay }: { firstDay: string; lastDay: string }): string {
  return firstDay === lastDay ? `of ${longDay(firstDay)}` : `from ${longDay(firstDay)} to ${longDay(lastDay)}`
}

type InCurrency = { account: string; currency: string }

/** Names accounts in the order of the list; the currency only of those that are among `all` in others too. */
export function accountsText(named: readonly InCurrency[], all: readonly InCurrency[]): string {
  const countIn = (list: readonly InCurrency[], account: string) => list.filter((each) => each.account === account).length
  const order = Object.keys(LEDGER_ACCOUNTS)
  const names = named
    .toSorted((one, other) => order.indexOf(one.account) - order.indexOf(other.account))
    .map(({ account, currency }) =>
      countIn(named, account) === countIn(all, account) ? accountName(account) : `${accountName(account)} (${currency.toUpperCase()})`,
    )
  return [...new Set(names)].join(', ')
}
