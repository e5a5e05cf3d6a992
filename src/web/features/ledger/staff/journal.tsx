import { infiniteQueryOptions } from '@tanstack/react-query'
import { Link } from 'react-router'
import { longDay } from '#shared/dates.ts'
import { listJournal } from '#shared/ledger/staff-calls.ts'
import { accountName, ENTRY_KINDS, LEDGER_ACCOUNTS, MAX_JOURNAL_PAGE, type JournalFilters, type ReadEntry } from '#shared/ledger/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { Mark } from '#web/components/mark.tsx'
import { amountText } from '#web/lib/amounts.ts'
import { ask } from '#web/lib/ask.ts'
import { classNames } from '#web/lib/class-names.ts'
import { consoleKey } from '#web/lib/console-key.ts'

export function journalQuery(filters: JournalFilters) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('ledger'), 'journal', filters],
    queryFn: ({ signal, pageParam }) => ask(listJournal, { query: { ...filters, limit: MAX_JOURNAL_PAGE, before: pageParam } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < MAX_JOURNAL_PAGE ? undefined : page.at(-1)?.id),
  })
}

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))

export const JOURNAL_FIELDS = [
  { name: 'account', label: 'Account', placeholder: 'Any account', options: optionsOf(LEDGER_ACCOUNTS) },
  { name: 'kind', label: 'Entry type', placeholder: 'Any type', options: optionsOf(ENTRY_KINDS) },
  { name: 'booking', label: 'Booking', placeholder: 'Reference', maxLength: 64 },
] as const

export function JournalRow({ entry }: { entry: ReadEntry }) {
  const { id, day, booking, isGenerated, lines } = entry
  return (
    <li
      tabIndex={-1}
      data-row
      aria-labelledby={`entry-${id}`}
      className="grid items-start gap-x-5 gap-y-1 px-4 py-3 sm:px-5 lg:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1.7fr)]"
    >
      <p className="text-ink-soft tabular-nums">{longDay(day)}</p>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 lg:block">
        <p id={`entry-${id}`} className="font-medium">
          {entryText(entry)}
        </p>
        {booking && (
          <Link
            translate="no"
            to={consolePages.booking(booking.id)}
            className="text-link inline-flex min-h-6 items-center pointer-coarse:min-h-11 whitespace-nowrap"
          >
            {booking.reference}
          </Link>
        )}
        {isGenerated && (
          <span className="lg:ml-3">
            <Mark tone="quiet">Generated</Mark>
          </span>
        )}
      </div>
      <ul aria-label="Lines">
        {lines.map(({ account, amount, currency }) => {
          const isDebit = Number(amount) > 0
          return (
            <li
              key={`${account} ${amount} ${currency}`}
              className="flex flex-wrap justify-between gap-x-4 sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(9.5rem,auto)_minmax(9.5rem,auto)]"
            >
              <span className="min-w-0">{accountName(account)}</span>
              <span className={classNames('ml-auto text-right whitespace-nowrap tabular-nums', !isDebit && 'sm:col-start-3')}>
                <span className="text-xs text-ink-soft">{isDebit ? 'debit' : 'credit'}</span>{' '}
                {amountText({ amount: String(Math.abs(Number(amount))), currency })}
              </span>
            </li>
          )
        })}
      </ul>
    </li>
  )
}

type Told = Pick<ReadEntry, 'kind'> & { lines: readonly { account: string; amount: string }[] }

/** Says what happened. A refund that is no longer owed or paid is an entry the other way round. */
export function entryText({ kind, lines }: Told): string {
  const owed = lines.reduce((sum, { account, amount }) => sum + (account === 'refunds_payable' ? Number(amount) : 0), 0)
  if (kind === 'refund_owed' && owed > 0) return 'Refund reversed'
  if (kind === 'refund_paid' && owed < 0) return 'Refund failed, payable again'
  return ENTRY_KINDS[kind as keyof typeof ENTRY_KINDS] ?? kind.replaceAll('_', ' ')
}
