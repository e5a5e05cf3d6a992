import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { JournalFilters } from '#shared/ledger/staff.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { EntryFilters } from '#web/components/entry-filters.tsx'
import { JOURNAL_FIELDS, journalQuery, JournalRow } from '#web/features/ledger/staff/journal.tsx'
import { BookedTourFilter } from './booked-tour-filter.tsx'
import { ListFrame } from './list-frame.tsx'
import { useRowKeys } from './rows.ts'

/** Everything that was posted, the newest first. */
export function MoneyJournal({ filters }: { filters: JournalFilters }) {
  const [, setParams] = useSearchParams()
  const list = useInfiniteQuery(journalQuery(filters))
  const entries = list.data?.pages.flat()
  const ask = (asked: object) => {
    const next = Object.entries(asked).filter(([, value]) => value !== '') as [string, string][]
    setParams([['show', 'journal'], ...next], { replace: true })
  }
  const { tour = '', ...others } = filters
  const focusSearch = () => document.querySelector<HTMLInputElement>('input[name="booking"]')?.focus()
  useRowKeys('Entries', 'entry', [{ keys: '/', label: 'Search by booking', run: focusSearch }])
  return (
    <>
      <div className="mb-4 grid gap-3">
        <EntryFilters fields={JOURNAL_FIELDS} filters={filters} onAsk={(asked) => ask({ ...asked, tour })} />
        <BookedTourFilter value={tour} onChange={(chosen) => ask({ ...others, tour: chosen })} />
      </div>
      <ListFrame
        list={list}
        count={entries?.length}
        failed="We couldn’t load the journal"
        empty={<EmptyState title="No entries">No entries match these filters.</EmptyState>}
      >
        {entries?.map((entry) => (
          <JournalRow key={entry.id} entry={entry} />
        ))}
      </ListFrame>
    </>
  )
}
