import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { StaffArea } from '#shared/vehicles/coverage.ts'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { AddAreasDialog, AreaDialog, coverageQuery, findAreas, postcodeText } from '#web/features/vehicles/staff/coverage.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { FilterLinks, useFilter } from './filter-links.tsx'
import { ListFrame } from './list-frame.tsx'
import { useMay } from './member.ts'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { SearchBox } from './search-box.tsx'
import { useRowKeys } from './rows.ts'

const STATES = {
  param: 'state',
  options: [
    ['served', 'Covered'],
    ['off', 'Not covered'],
    ['all', 'All'],
  ],
} as const

/** The postcode areas that the vehicle services cover. */
export function CoveragePage() {
  const [params] = useSearchParams()
  const search = params.get('search') ?? ''
  const state = useFilter(STATES)
  const may = useMay()
  const mayChange = may('services.write')
  const query = useQuery(coverageQuery)
  const [open, setOpen] = useState<StaffArea | 'new'>()
  const areas = query.data ?? []
  const shown = findAreas(areas, search).filter(({ isActive }) => state === 'all' || isActive === (state === 'served'))
  const answer = postcodeText(areas, search)
  useRowKeys('Areas', 'area', mayChange ? [{ keys: 'c', label: 'Add areas', run: () => setOpen('new') }] : [])
  const onDone = (message: string) => {
    setOpen(undefined)
    notify(message)
  }
  return (
    <PageFrame
      title="Coverage"
      note={query.data && <Count areas={areas} />}
      actions={
        mayChange && (
          <Button size="small" className="min-h-11" disabled={!query.data} onClick={() => setOpen('new')}>
            <Plus aria-hidden="true" className="size-4.5" /> Add areas
          </Button>
        )
      }
    >
      <div className="mb-4 grid gap-3">
        <SearchBox label="Search areas" placeholder="Code, name or a whole postcode" />
        <FilterLinks label="Which areas" {...STATES} />
        <p role="status" className="font-semibold empty:hidden">
          {answer}
        </p>
      </div>
      <ListFrame
        list={{ ...query, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined }}
        count={query.data && shown.length}
        failed="We couldn’t load the areas"
        empty={
          <EmptyState title={areas.length === 0 ? 'No areas yet' : 'No such area'}>
            {areas.length === 0
              ? 'No postcodes are covered yet, so every vehicle request is refused.'
              : 'No matches. A district may be included in an area.'}
          </EmptyState>
        }
      >
        {shown.map((area) => (
          <AreaRow key={area.code} area={area} onChange={mayChange ? () => setOpen(area) : undefined} />
        ))}
      </ListFrame>
      {open === 'new' && <AddAreasDialog areas={areas} onClose={() => setOpen(undefined)} onDone={onDone} />}
      {open && open !== 'new' && <AreaDialog area={open} areas={areas} onClose={() => setOpen(undefined)} onDone={onDone} />}
    </PageFrame>
  )
}

function Count({ areas }: { areas: StaffArea[] }) {
  const served = areas.filter(({ isActive }) => isActive).length
  return (
    <p role="status" className="text-ink-soft">
      {served === 1 ? '1 area covered' : `${served} areas covered`}
    </p>
  )
}

function AreaRow({ area: { code, name, isActive }, onChange }: { area: StaffArea; onChange: (() => void) | undefined }) {
  return (
    <li className="flex items-center gap-4 px-4 py-2 sm:px-5">
      <span className={classNames('w-14 shrink-0 font-semibold tabular-nums', !isActive && 'text-ink-soft line-through')}>{code}</span>
      <span className={classNames('min-w-0 flex-1 wrap-anywhere', !isActive && 'text-ink-soft')}>
        {name}
        {!isActive && <span className="block text-xs">no longer served</span>}
      </span>
      {onChange && (
        <Button data-row size="small" variant="quiet" aria-label={`${isActive ? 'Remove' : 'Restore'} ${code}`} onClick={onChange}>
          {isActive ? 'Remove' : 'Restore'}
        </Button>
      )}
    </li>
  )
}
