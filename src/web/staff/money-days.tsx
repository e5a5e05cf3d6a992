import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ledgerLockQuery, LockPanel } from '#web/features/ledger/staff/lock.tsx'
import { TillRow, tillsQuery } from '#web/features/ledger/staff/tills.tsx'
import { FailedPart } from './failed-part.tsx'
import { ListFrame } from './list-frame.tsx'
import { useMay } from './member.ts'
import { notify } from './notices.tsx'
import { useRowKeys } from './rows.ts'

/** Which days are locked, and the cash of each day with what was counted. */
export function MoneyDays() {
  const may = useMay()
  const lock = useQuery(ledgerLockQuery)
  const list = useInfiniteQuery(tillsQuery)
  const days = list.data?.pages.flat()
  useRowKeys('Days', 'day')
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <section aria-label="Daily cash">
        <ListFrame
          list={list}
          count={days?.length}
          failed="We couldn’t load the days"
          empty={<EmptyState title="No cash yet">Days with cash payments appear here, ready to count once the day is over.</EmptyState>}
        >
          {days?.map((day) => (
            <TillRow key={day.day} day={day} canClose={may('money.closeTill')} onDone={notify} />
          ))}
        </ListFrame>
      </section>
      <div className="xl:order-last max-xl:order-first">
        {lock.data ? (
          <LockPanel lock={lock.data} canLock={may('money.lock')} onDone={notify} />
        ) : lock.error ? (
          <FailedPart title="We couldn’t load the lock" error={lock.error} isBusy={lock.isFetching} onRetry={() => void lock.refetch()} />
        ) : (
          <Skeleton className="h-56" />
        )}
      </div>
    </div>
  )
}
