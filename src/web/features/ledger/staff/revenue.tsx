import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CHANNELS, MAX_REVENUE_PAGE, REVENUE_SORTS, type Figure } from '#shared/ledger/revenue.ts'
import { getRevenue } from '#shared/ledger/staff-calls.ts'
import type { Month } from '#shared/months.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { amountText } from '#web/lib/amounts.ts'
import { ask } from '#web/lib/ask.ts'
import { classNames } from '#web/lib/class-names.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { journalPath } from './journal-address.ts'
import {
  entriesOf,
  FIGURE_NAMES,
  FIGURES,
  monthOptions,
  monthsText,
  revenuePath,
  rowOf,
  type AskedRevenue,
  type RevenueRow,
} from './revenue-texts.ts'

export function revenueQuery(asked: AskedRevenue) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('ledger'), 'revenue', asked],
    queryFn: ({ signal, pageParam }) => ask(getRevenue, { query: { ...asked, limit: MAX_REVENUE_PAGE, after: pageParam } }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const shown = pages.reduce((sum, { rows }) => sum + rows.length, 0)
      return shown < count ? shown : undefined
    },
  })
}

type FilterProps = {
  asked: AskedRevenue
  /** The first month in which anything was posted, once that is known. */
  since: Month | null | undefined
  current: Month
  onAsk: (asked: Partial<Record<keyof AskedRevenue, string>>) => void
}

const CHANNEL_OPTIONS = Object.entries(CHANNELS).map(([value, label]) => ({ value, label }))
const SORT_OPTIONS = REVENUE_SORTS.map((value) => ({ value, label: value === 'name' ? 'Name' : FIGURE_NAMES[value] }))

export function RevenueFilterForm({ asked, since, current, onAsk }: FilterProps) {
  const { from, to, channel = '', by, sort } = asked
  const months = monthOptions(since, current, [from, to])
  const isSorted = by === 'tour'
  return (
    <form
      aria-label="Revenue"
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 items-start gap-3 rounded-card border border-line bg-paper p-4 max-[20rem]:grid-cols-1 lg:grid-cols-4"
    >
      <SelectField
        name="from"
        label="From"
        options={months}
        value={from}
        onValueChange={(month) => onAsk({ from: month, to: month > to ? month : to })}
      />
      <SelectField
        name="to"
        label="To"
        options={months}
        value={to}
        onValueChange={(month) => onAsk({ to: month, from: month < from ? month : from })}
      />
      <SelectField
        name="channel"
        label="Channel"
        placeholder="Any channel"
        className={isSorted ? undefined : 'max-lg:col-span-2'}
        options={CHANNEL_OPTIONS}
        value={channel}
        onValueChange={(value) => onAsk({ channel: value })}
      />
      {isSorted && (
        <SelectField name="sort" label="Sorted by" options={SORT_OPTIONS} value={sort} onValueChange={(value) => onAsk({ sort: value })} />
      )}
    </form>
  )
}

type Amounts = Record<Figure, string> & { currency: string }
type Range = Pick<AskedRevenue, 'from' | 'to' | 'tour'>

/** Side by side where there is room, so that they are compared down a column; otherwise a small table of each row. */
const COLUMNS = 'xl:grid-cols-[minmax(8rem,1.6fr)_repeat(7,minmax(5.75rem,1fr))]'

/** The rows of the revenue. Each name leads on, and each figure to its entries. */
export function RevenueTable({ rows, asked }: { rows: readonly RevenueRow[]; asked: AskedRevenue }) {
  return (
    <div className="rounded-card border border-line bg-paper">
      <Headings by={asked.by} />
      <ul className="divide-y divide-line">
        {rows.map((row) => {
          const { name, range, next } = rowOf(row, asked)
          return (
            <Line
              key={`${row.month} ${row.tour?.id} ${row.channel} ${row.currency}`}
              amounts={row}
              range={{ ...rangeOf(asked), ...range }}
              label={name}
            >
              <Link
                to={revenuePath({ ...rangeOf(asked), ...rangeOf(range), ...next })}
                data-row
                className="inline-flex min-h-6 items-center font-semibold hover:underline pointer-coarse:min-h-11"
              >
                {name}
              </Link>
            </Line>
          )
        })}
      </ul>
    </div>
  )
}

/** The totals of all rows, by currency. */
export function RevenueTotals({ totals, asked }: { totals: readonly Amounts[]; asked: AskedRevenue }) {
  return (
    <section aria-label="Totals" className="mb-5 rounded-card border border-line bg-paper">
      <Headings by={undefined} />
      <ul className="divide-y divide-line">
        {totals.map((total) => (
          <Line key={total.currency} amounts={total} range={asked} label={`Total (${total.currency.toUpperCase()})`}>
            <span className="font-semibold">
              {monthsText(asked)}
              {totals.length > 1 && <span className="font-normal text-ink-soft"> · {total.currency.toUpperCase()}</span>}
            </span>
          </Line>
        ))}
      </ul>
    </section>
  )
}

const rangeOf = ({ from, to }: Pick<AskedRevenue, 'from' | 'to'>) => ({ from, to })

const FIRST = { tour: 'Tour', month: 'Month', channel: 'Channel' }

function Headings({ by }: { by: AskedRevenue['by'] | undefined }) {
  return (
    // Each figure says its own name to a screen reader.
    <div
      aria-hidden="true"
      className={classNames('hidden items-end gap-x-3 border-b border-line px-5 py-2 text-xs text-ink-soft xl:grid', COLUMNS)}
    >
      <span>{by ? FIRST[by] : 'Total'}</span>
      {FIGURES.map((figure) => (
        <span key={figure} className="text-right">
          {FIGURE_NAMES[figure]}
        </span>
      ))}
    </div>
  )
}

function Line({ amounts, range, label, children }: { amounts: Amounts; range: Range; label: string; children: ReactNode }) {
  return (
    <li className={classNames('grid gap-x-3 gap-y-2 px-4 py-3 sm:px-5 xl:items-center xl:py-2', COLUMNS)}>
      <div className="min-w-0">{children}</div>
      <dl aria-label={label} className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-4 xl:contents">
        {FIGURES.map((figure) => (
          <div key={figure} className="min-w-0 xl:text-right">
            <dt className="text-xs text-ink-soft xl:sr-only">{FIGURE_NAMES[figure]}</dt>
            <dd className="tabular-nums">
              <Amount figure={figure} amount={amounts[figure]} currency={amounts.currency} range={range} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

function Amount({ figure, amount, currency, range }: { figure: Figure; amount: string; currency: string; range: Range }) {
  const text = amountText({ amount, currency })
  const entries = entriesOf(figure, range)
  if (Number(amount) === 0) return <span className="inline-flex min-h-6 items-center text-ink-soft pointer-coarse:min-h-11">{text}</span>
  if (!entries) return <span className="inline-flex min-h-6 items-center font-semibold pointer-coarse:min-h-11">{text}</span>
  return (
    <Link
      to={journalPath(entries)}
      aria-label={`${FIGURE_NAMES[figure]}: ${text}, its entries`}
      className="inline-flex min-h-6 items-center pointer-coarse:min-h-11 underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {text}
    </Link>
  )
}
