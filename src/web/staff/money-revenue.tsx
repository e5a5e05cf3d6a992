import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { monthOf } from '#shared/months.ts'
import { Alert } from '#web/components/alert.tsx'
import { ShowMore } from '#web/components/show-more.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { RevenueFilterForm, revenueQuery, RevenueTable, RevenueTotals } from '#web/features/ledger/staff/revenue.tsx'
import { revenueFrom, type AskedRevenue } from '#web/features/ledger/staff/revenue-texts.ts'
import { BookedTourFilter } from './booked-tour-filter.tsx'
import { FailedPart } from './failed-part.tsx'
import { FilterLinks } from './filter-links.tsx'
import { useRowKeys } from './rows.ts'
import { SearchBox } from './search-box.tsx'
import { useAgencyToday } from './member.ts'

const BY = {
  param: 'by',
  options: [
    ['tour', 'By tour'],
    ['month', 'By month'],
    ['channel', 'By channel'],
  ],
} as const

/** What the address asks for, in the agency's months. */
export function useAskedRevenue(): AskedRevenue {
  const [params] = useSearchParams()
  return revenueFrom(params, monthOf(useAgencyToday()))
}

/** What was earned, paid and refunded, by tour, month or channel. */
export function MoneyRevenue() {
  const [params, setParams] = useSearchParams()
  const current = monthOf(useAgencyToday())
  const asked = useAskedRevenue()
  const list = useInfiniteQuery({ ...revenueQuery(asked), placeholderData: keepPreviousData })
  const [first] = list.data?.pages ?? []
  const rows = list.data?.pages.flatMap((page) => page.rows)
  useRowKeys('Revenue', 'row')
  const ask = (changed: Record<string, string>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changed)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setParams(next, { replace: true })
  }
  return (
    <>
      <div className="mb-4 grid gap-3">
        <RevenueFilterForm asked={asked} since={first?.since} current={current} onAsk={ask} />
        <div className="flex flex-wrap items-center gap-3">
          <FilterLinks label="Group by" {...BY} />
          {asked.by === 'tour' && !asked.tour && <SearchBox label="Search tours" placeholder="Name of the tour" />}
          {(asked.by !== 'tour' || asked.tour) && <BookedTourFilter value={asked.tour ?? ''} onChange={(tour) => ask({ tour })} />}
        </div>
      </div>
      {list.error && !first && (
        <FailedPart title="We couldn’t load the revenue" error={list.error} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      {!first && !list.error && <Skeleton className="h-96" />}
      {first?.count === 0 && (
        <div className="rounded-card border border-line bg-paper">
          <EmptyState title="No revenue or payments">Try other months, channels or tours.</EmptyState>
        </div>
      )}
      {first && rows && rows.length > 0 && (
        <div aria-busy={list.isPlaceholderData}>
          {first.isGenerated && (
            <div className="mb-4">
              <Alert kind="info">Includes generated test data.</Alert>
            </div>
          )}
          <RevenueTotals totals={first.totals} asked={asked} />
          <RevenueTable rows={rows} asked={asked} />
        </div>
      )}
      <ShowMore list={list} />
    </>
  )
}
