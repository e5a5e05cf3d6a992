import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { journalEntrySchema, MAX_JOURNAL_PAGE, type JournalFilters } from '#shared/ledger/staff.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export function journalQuery(filters: JournalFilters) {
  return infiniteQueryOptions({
    queryKey: ['staff', 'ledger', 'journal', filters],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...filters, limit: MAX_JOURNAL_PAGE, before: pageParam }
      return exactResponseOf(z.array(journalEntrySchema), getJson(calls.staffJournal, query, { signal }))
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < MAX_JOURNAL_PAGE ? undefined : page.at(-1)?.id),
  })
}
