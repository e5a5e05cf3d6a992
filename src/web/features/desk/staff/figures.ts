import { formatMoney, unitsToCents, type Currency } from '#shared/money.ts'
import type { Day } from '#shared/dates.ts'
import type { StaffFigures } from '#shared/desk/figures.ts'

export type Series = { key: string; name: string; color: string }

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
export function totalsOf({ series, days, format }: Figure): { name: string; color: string; total: string }[] {
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
