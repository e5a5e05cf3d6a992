import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { pathOf } from '#shared/contract.ts'
import type { BatchFileQuery, ReadBatch } from '#shared/ledger/export.ts'
import { downloadBatch } from '#shared/ledger/staff-calls.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Mark } from '#web/components/mark.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { NumbersForm } from '#web/features/ledger/staff/export-numbers.tsx'
import { batchesQuery, daysText, exportQuery, NextBatchPanel } from '#web/features/ledger/staff/next-batch.tsx'
import { amountText } from '#web/lib/amounts.ts'
import { momentText } from '#web/lib/moments.ts'
import { useGuardedDownload } from './download-file.ts'
import { FailedPart } from './failed-part.tsx'
import { ListFrame } from './list-frame.tsx'
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

const FORMS = [
  { value: 'point', label: '1090.50, comma-separated' },
  { value: 'comma', label: '1090,50, semicolon-separated' },
]

/** The batches that were made, the newest first, each to be downloaded again. */
function MoneyBatches() {
  const list = useInfiniteQuery(batchesQuery)
  const batches = list.data?.pages.flat()
  const [decimals, setDecimals] = useState<BatchFileQuery['decimals']>('point')
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <h2 id={id} className="font-sans text-base font-semibold tracking-normal">
          Batches
        </h2>
        {batches && batches.length > 0 && (
          <SelectField
            label="Number format"
            options={FORMS}
            value={decimals}
            onValueChange={(value) => setDecimals(value === 'comma' ? 'comma' : 'point')}
            className="w-full sm:w-72"
          />
        )}
      </div>
      <ListFrame
        list={list}
        count={batches?.length}
        failed="We couldn’t load the batches"
        empty={
          <EmptyState title="No batches yet">
            Each batch contains everything posted since the one before. You can download it again at any time.
          </EmptyState>
        }
      >
        {batches?.map((batch) => (
          <BatchRow key={batch.number} batch={batch} decimals={decimals} />
        ))}
      </ListFrame>
    </section>
  )
}

function BatchRow({ batch, decimals }: { batch: ReadBatch; decimals: BatchFileQuery['decimals'] }) {
  const { number, madeBy, madeAt, entries, hasGenerated, sums } = batch
  const download = useGuardedDownload(pathOf(downloadBatch, { id: String(number) }), { decimals })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-base font-semibold">Batch {number}</span>
          {hasGenerated && <Mark tone="quiet">includes generated test data</Mark>}
        </p>
        <p>
          {entries.toLocaleString('en-GB')} {entries === 1 ? 'entry' : 'entries'} {daysText(batch)}
        </p>
        <p className="tabular-nums">
          Debits and credits {sums.map(({ currency, debit }) => amountText({ amount: debit, currency })).join(', ')} each
        </p>
        <p className="text-ink-soft">
          {madeBy}, {momentText(madeAt)}
        </p>
      </div>
      <Button
        size="small"
        variant="secondary"
        className="min-h-11"
        isBusy={download.isPending}
        aria-label={`CSV of batch ${number}`}
        onClick={() => download.mutate()}
      >
        <Download aria-hidden="true" className="size-4.5" /> CSV
      </Button>
    </li>
  )
}
