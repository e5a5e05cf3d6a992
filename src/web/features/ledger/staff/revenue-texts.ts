import { dayInWords, longMonth } from '#shared/dates.ts'
import {
  CHANNELS,
  revenueQuerySchema,
  type Channel,
  type Figure,
  type ReadRevenue,
  type RevenueFilters,
  type RevenueQuery,
} from '#shared/ledger/revenue.ts'
import type { JournalFilters } from '#shared/ledger/staff.ts'
import { addMonths, rangeOf, type Month } from '#shared/months.ts'
import { consolePages } from '#shared/pages.ts'

export type AskedRevenue = RevenueFilters & Pick<RevenueQuery, 'by' | 'sort'>

const NAMES = ['from', 'to', 'channel', 'tour', 'search', 'by', 'sort'] as const

/** What the address asks for; the current month where it names none. Anything invalid is ignored. */
export function revenueFrom(params: URLSearchParams, current: Month): AskedRevenue {
  const asked: Record<string, string> = { from: current, to: current }
  for (const name of NAMES) {
    const value = params.get(name)?.trim() ?? ''
    if (value !== '' && revenueQuerySchema.safeParse({ ...asked, [name]: value }).success) asked[name] = value
  }
  const { from, to, channel, tour, search, by, sort } = revenueQuerySchema.parse(asked)
  // A search is for the list of tours, which alone shows it.
  const narrowed = { ...(channel && { channel }), ...(tour && { tour }), ...(by === 'tour' && search && { search }) }
  return to < from ? { from: to, to: from, by, sort, ...narrowed } : { from, to, by, sort, ...narrowed }
}

/** The revenue as a page of the console. */
export function revenuePath(asked: Partial<AskedRevenue>): string {
  const given = Object.entries(asked).filter((each): each is [string, string] => each[1] !== undefined && each[1] !== '')
  return `${consolePages.money}?${new URLSearchParams([['show', 'revenue'], ...given]).toString()}`
}

export type RevenueRow = ReadRevenue['rows'][number]

/** In the order of the columns. */
export const FIGURE_NAMES: Record<Figure, string> = {
  revenue: 'Revenue',
  kept: 'Cancellation fees',
  paid: 'Paid',
  refunded: 'Refunded',
  lost: 'Dispute losses',
  net: 'Net',
  fee: 'Processing fees',
}
export const FIGURES = Object.keys(FIGURE_NAMES) as Figure[]

/** The entries that a figure is the sum of; a net is that of several figures. */
const ENTRIES: Partial<Record<Figure, Pick<JournalFilters, 'account' | 'kind'>>> = {
  revenue: { account: 'revenue' },
  kept: { account: 'cancellation_fees' },
  paid: { kind: 'received' },
  refunded: { kind: 'refund_paid' },
  lost: { account: 'dispute_losses' },
  fee: { account: 'provider_fees' },
}

/** The journal narrowed to a figure's entries, as far as it can be: by days, account or kind, and tour, not by channel. */
export function entriesOf(figure: Figure, { from, to, tour }: Pick<AskedRevenue, 'from' | 'to' | 'tour'>): JournalFilters | undefined {
  const entries = ENTRIES[figure]
  return entries && { ...entries, ...(tour && { tour }), from: rangeOf(from).from, to: rangeOf(to).to }
}

function channelName(channel: string): string {
  return CHANNELS[channel as Channel] ?? channel
}

/** "November 2026" or "January to November 2026". */
export function monthsText({ from, to }: { from: Month; to: Month }): string {
  if (from === to) return longMonth(from)
  return `${from.slice(0, 4) === to.slice(0, 4) ? longMonth(from).replace(/ \d+$/, '') : longMonth(from)} to ${longMonth(to)}`
}

/** What a row is called, and what its name leads to: a tour to its months, a month or a channel to its tours. */
export function rowOf({ month, tour, channel }: RevenueRow, { from, to, ...asked }: AskedRevenue) {
  if (month) return { name: longMonth(month), range: { from: month, to: month }, next: { ...asked, by: 'tour' as const } }
  const range = { from, to }
  if (tour)
    return { name: tour.name, range: { ...range, tour: tour.id }, next: { by: 'month' as const, tour: tour.id, channel: asked.channel } }
  const known = channel as Channel
  if (asked.by === 'channel') return { name: channelName(known), range, next: { ...asked, by: 'tour' as const, channel: known } }
  return { name: channelName(known), range, next: { by: 'month' as const, channel: known } }
}

/** From the first month in which anything was posted to the current one, the newest first; also those that are asked for. */
export function monthOptions(since: Month | null | undefined, current: Month, asked: readonly Month[]): { value: Month; label: string }[] {
  const months = new Set<Month>(asked)
  const first = [since ?? current, ...asked].toSorted()[0] ?? current
  for (let month = current; month >= first && months.size < MAX_MONTHS; month = previous(month)) months.add(month)
  return [...months]
    .toSorted()
    .toReversed()
    .map((value) => ({ value, label: dayInWords(`${value}-01`, { month: 'short', year: 'numeric' }) }))
}

const MAX_MONTHS = 600
const previous = (month: Month) => addMonths(month, -1)
