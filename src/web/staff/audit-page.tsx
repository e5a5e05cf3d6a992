import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { downloadAudit, listAudit } from '#shared/audit/staff-calls.ts'
import { MAX_AUDIT_PAGE, type AuditFilters } from '#shared/audit/staff.ts'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { EntryFilters } from '#web/components/entry-filters.tsx'
import { AuditRow } from '#web/features/audit/staff/audit-entry.tsx'
import { AUDIT_FIELDS, filtersFrom } from '#web/features/audit/staff/audit-filters.ts'
import { ask } from '#web/lib/ask.ts'
import { useGuardedDownload } from './download-file.ts'
import { FilterLinks, useFilter } from './filter-links.tsx'
import { ListFrame } from './list-frame.tsx'
import { useMay } from './member.ts'
import { PageFrame } from './page-frame.tsx'
import { useRowKeys } from './rows.ts'

const SHOWN = {
  param: 'show',
  options: [
    ['deeds', 'Changes'],
    ['all', 'Changes and views'],
  ],
} as const

export function AuditPage() {
  const [params, setParams] = useSearchParams()
  const shown = useFilter(SHOWN)
  const filters: AuditFilters = { ...filtersFrom(params), ...(shown === 'deeds' && { only: 'deeds' }) }
  const list = useInfiniteQuery(auditQuery(filters))
  const download = useGuardedDownload(downloadAudit.path, filters)
  const entries = list.data?.pages.flat()
  const may = useMay()
  const search = (asked: object) => {
    const next = Object.entries(asked).filter(([, value]) => value !== '') as [string, string][]
    setParams(shown === 'deeds' ? next : [...next, ['show', shown]], { replace: true })
  }
  const focusSearch = () => document.querySelector<HTMLInputElement>('input[name="actor"]')?.focus()
  useRowKeys('Entries', 'entry', [{ keys: '/', label: 'Search the audit log', run: focusSearch }])
  return (
    <PageFrame
      title="Audit"
      note={<p className="text-ink-soft">Entries can’t be changed or deleted.</p>}
      actions={
        <Button size="small" variant="secondary" className="min-h-11" isBusy={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden="true" className="size-4.5" /> Download these entries (CSV)
        </Button>
      }
    >
      <div className="mb-4 grid gap-3">
        <EntryFilters fields={AUDIT_FIELDS} filters={filters} onAsk={search} />
        <FilterLinks label="Entries to show" {...SHOWN} />
      </div>
      <ListFrame
        list={list}
        count={entries?.length}
        failed="We couldn’t load the audit"
        empty={<EmptyState title="No entries">No entries match these filters.</EmptyState>}
      >
        {entries?.map((entry) => (
          <AuditRow key={entry.id} entry={entry} canSeePeople={may('people.read')} />
        ))}
      </ListFrame>
    </PageFrame>
  )
}

function auditQuery(filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: ['staff', 'audit', filters],
    queryFn: async ({ signal, pageParam }) => ask(listAudit, { query: { ...filters, limit: MAX_AUDIT_PAGE, before: pageParam } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < MAX_AUDIT_PAGE ? undefined : page.at(-1)?.id),
    // The list includes the user's own actions, so it is never fresh.
    staleTime: 0,
  })
}
