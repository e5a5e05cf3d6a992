import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Figure } from '#shared/ledger/revenue.ts'
import { amountText } from '#web/lib/amounts.ts'
import { classNames } from '#web/lib/class-names.ts'
import { journalPath } from './journal-address.ts'
import { revenuePath, type AskedRevenue } from './revenue-address.ts'
import { entriesOf, FIGURE_NAMES, FIGURES, monthsText, rowOf, type RevenueRow } from './revenue-texts.ts'

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

/** What all rows add up to, in each currency. */
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
