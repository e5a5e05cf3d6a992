import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#web/components/alert.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { NumbersForm } from '#web/features/ledger/staff/export-numbers.tsx'
import { exportQuery, NextBatchPanel } from '#web/features/ledger/staff/next-batch.tsx'
import { FailedPart } from './failed-part.tsx'
import { MoneyBatches } from './money-batches.tsx'
import { notify } from './notices.tsx'

/** What is handed to the accountant's program. */
export function MoneyExport() {
  const { data, error, isFetching, refetch } = useQuery(exportQuery)
  const [changed, setChanged] = useState<string>()
  if (!data && error)
    return <FailedPart title="We couldn’t load the export" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-96" />
  const onDone = (message: string) => {
    notify(message)
    setChanged(undefined)
  }
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
      {changed && (
        <Alert kind="warning" title="Someone else changed this first" className="xl:col-span-2">
          {changed}
        </Alert>
      )}
      <div className="grid grid-cols-1 gap-5">
        <NextBatchPanel seen={data} onDone={onDone} />
        <MoneyBatches />
      </div>
      <NumbersForm key={data.version} seen={data} onDone={onDone} onChanged={setChanged} />
    </div>
  )
}
