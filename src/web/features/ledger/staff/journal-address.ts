import { journalFiltersSchema, type JournalFilters } from '#shared/ledger/staff.ts'
import { consolePages } from '#shared/pages.ts'

const NAMES = ['account', 'kind', 'booking', 'tour', 'from', 'to'] as const

/** Invalid filters are ignored. */
export function filtersFrom(params: URLSearchParams): JournalFilters {
  const filters: Record<string, string> = {}
  for (const name of NAMES) {
    const value = params.get(name)?.trim() ?? ''
    if (value !== '' && journalFiltersSchema.safeParse({ [name]: value }).success) filters[name] = value
  }
  return filters
}

/** The journal narrowed by these filters, as a page of the console. */
export function journalPath(filters: JournalFilters | { account: string }): string {
  const given = Object.entries(filters).filter((each): each is [string, string] => each[1] !== undefined)
  return `${consolePages.money}?${new URLSearchParams([['show', 'journal'], ...given]).toString()}`
}
