import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { AuditFilters } from '#shared/audit/staff.ts'
import { calls } from '#shared/paths.ts'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { auditQuery } from '#web/features/audit/staff/api/list-audit.ts'
import { filtersFrom } from '#web/features/audit/staff/audit-address.ts'
import { AuditFilterForm } from '#web/features/audit/staff/audit-filters.tsx'
import { AuditRow } from '#web/features/audit/staff/audit-row.tsx'
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
  const download = useGuardedDownload(calls.staffAuditFile, filters)
  const entries = list.data?.pages.flat()
  const may = useMay()
  const ask = (asked: object) => {
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
        <AuditFilterForm filters={filters} onAsk={ask} />
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
