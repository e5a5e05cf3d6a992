import { infiniteQueryOptions } from '@tanstack/react-query'
import { Link } from 'react-router'
import { longDay } from '#shared/dates.ts'
import { listJournal } from '#shared/ledger/staff-calls.ts'
import { accountName, ENTRY_KINDS, LEDGER_ACCOUNTS, MAX_JOURNAL_PAGE, type JournalFilters, type ReadEntry } from '#shared/ledger/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { Mark } from '#web/components/mark.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { amountText } from '#web/lib/amounts.ts'
import { ask } from '#web/lib/ask.ts'
import { classNames } from '#web/lib/class-names.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSearchText } from '#web/lib/use-search-text.ts'

export function journalQuery(filters: JournalFilters) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('ledger'), 'journal', filters],
    queryFn: ({ signal, pageParam }) => ask(listJournal, { query: { ...filters, limit: MAX_JOURNAL_PAGE, before: pageParam } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < MAX_JOURNAL_PAGE ? undefined : page.at(-1)?.id),
  })
}

type Values = Record<'account' | 'kind' | 'booking' | 'from' | 'to', string>
type Props = { filters: JournalFilters; onAsk: (filters: Values) => void }

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
const ACCOUNT_OPTIONS = optionsOf(LEDGER_ACCOUNTS)
const KIND_OPTIONS = optionsOf(ENTRY_KINDS)

export function JournalFilterForm({ filters, onAsk }: Props) {
  const { account = '', kind = '', booking = '', from = '', to = '' } = filters
  const { text, setText, send } = useSearchText({
    asked: JSON.stringify({ account, kind, booking, from, to } satisfies Values),
    onAsk: (meant) => onAsk(JSON.parse(meant) as Values),
    meaningOf: (typed) => meaningOf(JSON.parse(typed) as Values),
    isEnough: (meant) => !isBackwards(JSON.parse(meant) as Values),
  })
  const values = JSON.parse(text) as Values
  const error = isBackwards(values) ? 'The end date is before the start date' : undefined
  const change = (name: keyof Values) => (value: string) => setText(JSON.stringify({ ...values, [name]: value }))
  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => change(name)(target.value),
  })
  return (
    <form
      role="search"
      aria-label="Entries"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="grid grid-cols-12 items-start gap-3 rounded-card border border-line bg-paper p-4 xl:grid-cols-[repeat(3,minmax(0,1fr))_10rem_10rem]"
    >
      <SelectField
        name="account"
        value={values.account}
        onValueChange={change('account')}
        className="max-xl:col-span-6 max-sm:col-span-12"
        label="Account"
        placeholder="Any account"
        options={ACCOUNT_OPTIONS}
      />
      <SelectField
        name="kind"
        value={values.kind}
        onValueChange={change('kind')}
        className="max-xl:col-span-6 max-sm:col-span-12"
        label="Entry type"
        placeholder="Any type"
        options={KIND_OPTIONS}
      />
      <TextField
        {...field('booking')}
        className="max-xl:col-span-12"
        label="Booking"
        placeholder="Reference"
        autoComplete="off"
        maxLength={64}
      />
      <TextField {...field('from')} className="col-span-6 max-[20rem]:col-span-12 xl:col-span-1" label="From" type="date" />
      <TextField {...field('to')} className="col-span-6 max-[20rem]:col-span-12 xl:col-span-1" label="To" type="date" error={error} />
    </form>
  )
}

function meaningOf({ booking, account, kind, from, to }: Values): string {
  return JSON.stringify({ account, kind, booking: booking.trim(), from, to } satisfies Values)
}

function isBackwards({ from, to }: Values): boolean {
  return from !== '' && to !== '' && to < from
}

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
