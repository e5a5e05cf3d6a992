import { revenueQuerySchema, type RevenueFilters, type RevenueQuery } from '#shared/ledger/revenue.ts'
import { consolePages } from '#shared/pages.ts'
import type { Month } from '#shared/months.ts'

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
