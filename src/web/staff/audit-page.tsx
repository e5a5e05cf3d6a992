import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { AuditFilters } from '#shared/audit.ts'
import { ButtonAnchor } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { auditFileAddress, auditQuery, filtersFrom } from '#web/features/audit/staff/api.ts'
import { AuditFilterForm } from '#web/features/audit/staff/audit-filters.tsx'
import { AuditRow } from '#web/features/audit/staff/audit-row.tsx'
import { FilterLinks, useFilter } from './filter-links.tsx'
import { ListFrame } from './list-frame.tsx'
import { useMember } from './member.ts'
import { PageFrame } from './page-frame.tsx'
import { useRowKeys } from './rows.ts'

const SHOWN = {
  param: 'show',
  options: [
    ['deeds', 'What was done'],
    ['all', 'With every call of the staff'],
  ],
} as const

/** Who did what, when and from where, the newest first; for those in charge. */
export function AuditPage() {
  const [params, setParams] = useSearchParams()
  const shown = useFilter(SHOWN)
  const filters: AuditFilters = { ...filtersFrom(params), ...(shown === 'deeds' && { only: 'deeds' }) }
  const list = useInfiniteQuery(auditQuery(filters))
  const entries = list.data?.pages.flat()
  const { role } = useMember()
  const focusSearch = () => document.querySelector<HTMLInputElement>('input[name="actor"]')?.focus()
  useRowKeys('Entries', 'entry', [{ keys: '/', label: 'Search the audit', run: focusSearch }])
  return (
    <PageFrame
      title="Audit"
      note={<p className="text-ink-soft">Nobody can change or delete an entry.</p>}
      actions={
        <ButtonAnchor href={auditFileAddress(filters)} download size="small" variant="secondary" className="min-h-11">
          <Download aria-hidden="true" className="size-4.5" /> CSV of what is shown
        </ButtonAnchor>
      }
    >
      <div className="mb-4 grid gap-3">
        <AuditFilterForm
          key={params.toString()}
          filters={filters}
          onAsk={(asked) => {
            const next = Object.entries(asked).filter(([, value]) => value !== '')
            setParams(shown === 'deeds' ? next : [...next, ['show', shown]])
          }}
        />
        <FilterLinks label="Which entries" {...SHOWN} />
      </div>
      <ListFrame
        list={list}
        count={entries?.length}
        failed="The audit could not be loaded"
        empty={<EmptyState title="No entries">No entry on record matches these filters.</EmptyState>}
      >
        {entries?.map((entry) => (
          <AuditRow key={entry.id} entry={entry} canSeePeople={role === 'admin'} />
        ))}
      </ListFrame>
    </PageFrame>
  )
}
