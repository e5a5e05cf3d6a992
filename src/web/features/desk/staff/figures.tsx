import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { lazy, Suspense, useId } from 'react'
import { longDay, type Day } from '#shared/dates.ts'
import type { FigureDays, StaffFigures } from '#shared/desk/figures.ts'
import { getFigures } from '#shared/desk/staff-calls.ts'
import { formatMoney, unitsToCents, type Currency } from '#shared/money.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { queryOf } from '#web/lib/ask.ts'
import type { Series } from './bar-chart.tsx'

export function figuresQuery(days: FigureDays) {
  return queryOptions({
    ...queryOf(getFigures, { query: { days } }, { key: ['staff', 'figures', days] }),
    placeholderData: keepPreviousData,
  })
}

/** The data of a chart and its table. */
export interface Figure {
  title: string
  series: readonly Series[]
  isStacked: boolean
  /** Days, or weeks by their first day. */
  days: readonly ({ day: Day } & Record<string, number | Day>)[]
  format: (value: number, isShort: boolean) => string
}

const BOOKED: readonly Series[] = [
  { key: 'tours', name: 'Tours', color: 'var(--color-sea)' },
  { key: 'vehicles', name: 'Vehicles', color: 'var(--color-sun-deep)' },
]
const MOVED: readonly Series[] = [
  { key: 'received', name: 'Received', color: 'var(--color-sea)' },
  { key: 'returned', name: 'Refunded', color: 'var(--color-coral)' },
]

/** With more days than this, each bar stands for a week. */
const MAX_BARS = 92

/** Charts of bookings, and of money per currency. Amounts are in cents. */
export function figuresOf({ bookings, money }: StaffFigures): Figure[] {
  return [
    { title: 'Bookings confirmed', series: BOOKED, isStacked: true, days: barsOf(bookings), format: (value) => String(value) },
    ...money.map(({ currency, days }) => ({
      title: `Payments in ${currency.toUpperCase()}`,
      series: MOVED,
      isStacked: false,
      days: barsOf(days.map(({ day, received, returned }) => ({ day, received: centsOf(received), returned: centsOf(returned) }))),
      format: (cents: number, isShort: boolean) => (isShort ? shortMoney(cents, currency) : formatMoney({ cents, currency }, 'if any')),
    })),
  ]
}

type Bar = Figure['days'][number]

/** Groups days into weeks if there are too many; a week is named by its first day. */
function barsOf(days: readonly Bar[]): readonly Bar[] {
  if (days.length <= MAX_BARS) return days
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7).reduce(sumOf))
}

function sumOf(one: Bar, other: Bar): Bar {
  const sums = Object.entries(one).map(([key, value]) => [key, key === 'day' ? value : Number(value) + Number(other[key])])
  return Object.fromEntries(sums) as Bar
}

/** The total of each series, formatted: "Tours 41". */
function totalsOf({ series, days, format }: Figure): { name: string; color: string; total: string }[] {
  return series.map(({ key, name, color }) => ({
    name,
    color,
    total: format(
      days.reduce((sum, each) => sum + Number(each[key]), 0),
      false,
    ),
  }))
}

function centsOf(amount: string): number {
  return unitsToCents(Number(amount))
}

/** "$12K", short enough for the axis. */
function shortMoney(cents: number, currency: Currency): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 })
}

const BarChart = lazy(() => import('./bar-chart.tsx'))

export function FigureCard({ figure }: { figure: Figure }) {
  const { title, series, days, isStacked, format } = figure
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card border border-line bg-paper p-4 sm:p-6">
      <h3 id={id} className="font-sans text-base font-semibold tracking-normal">
        {title}
      </h3>
      <ul className="mt-1 mb-4 flex flex-wrap gap-x-5 gap-y-1">
        {totalsOf(figure).map(({ name, color, total }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-2">
            <span aria-hidden="true" className="size-2.5 rounded-[3px]" style={{ background: color }} />
            <span className="text-ink-soft">{name}</span> <span className="font-semibold tabular-nums">{total}</span>
          </li>
        ))}
      </ul>
      <Suspense fallback={<Skeleton className="h-52" />}>
        <BarChart days={days} series={series} isStacked={isStacked} format={format} />
      </Suspense>
      <details className="mt-3">
        <summary className="inline-flex min-h-10 pointer-coarse:min-h-11 cursor-pointer items-center font-semibold text-ink-soft hover:text-ink">
          Show as table
        </summary>
        <div
          role="region"
          aria-label={`${title}, as a table`}
          // Scrollable, which must work by keyboard too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="mt-1 max-h-72 overflow-auto rounded-field border border-line"
        >
          <table className="w-full border-collapse text-left tabular-nums">
            <thead className="sticky top-0 bg-sand">
              <tr>
                <th scope="col" className="px-3 py-2 font-semibold">
                  From
                </th>
                {series.map(({ key, name }) => (
                  <th key={key} scope="col" className="px-3 py-2 text-right font-semibold">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {days.toReversed().map((each) => (
                <tr key={each.day}>
                  <th scope="row" className="px-3 py-1.5 font-normal whitespace-nowrap">
                    {longDay(each.day)}
                  </th>
                  {series.map(({ key }) => (
                    <td key={key} className="px-3 py-1.5 text-right">
                      {format(Number(each[key]), false)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}
