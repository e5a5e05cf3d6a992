import { useQuery } from '@tanstack/react-query'
import { Alert } from '#web/components/alert.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { balanceGroups, BalancePanel, moneyQuery, UnallocatedPanel } from '#web/features/ledger/staff/balances.tsx'
import { FailedPart } from './failed-part.tsx'
import { useRowKeys } from './rows.ts'

/** How much stands where, and what is for no booking yet. */
export function MoneyBalances() {
  const { data, error, isFetching, refetch } = useQuery(moneyQuery)
  useRowKeys('Balances', 'balance')
  if (!data && error)
    return <FailedPart title="We couldn’t load the balances" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  if (data.balances.length === 0)
    return (
      <div className="rounded-card border border-line bg-paper">
        <EmptyState title="No payments yet">Payments appear here as soon as they’re received.</EmptyState>
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-5">
      {data.isGenerated && <Alert kind="info">Includes generated test data.</Alert>}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2 xl:grid-cols-3">
        {balanceGroups(data.balances).map((group) => (
          <BalancePanel key={group.title} group={group} />
        ))}
      </div>
      <UnallocatedPanel receipts={data.unallocated} />
    </div>
  )
}

function Waiting() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-5 lg:grid-cols-2 xl:grid-cols-3">
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} className="h-56" />
      ))}
    </div>
  )
}
