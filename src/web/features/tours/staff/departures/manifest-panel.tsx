import { useQuery } from '@tanstack/react-query'
import { Download, Printer, RefreshCw, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { tickDays } from '#shared/bookings/attendance.ts'
import type { Manifest } from '#shared/bookings/manifests.ts'
import type { Day } from '#shared/dates.ts'
import { readManifest, tickDeparture } from '#shared/tours/departure-calls.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { tickQueue, useAttendance } from '#web/features/tours/attendance.ts'
import { ask, queryOf } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/use-call.ts'
import { ticksKey } from '#web/lib/waiting-ticks.ts'
import type { FailedView } from './departure-list.tsx'
import { ManifestSheet } from './manifest-sheet.tsx'

type Props = {
  departureId: string
  isOpen: boolean
  isCancelled: boolean
  onOpen: () => void
  onDownload: () => Promise<void>
  Failed: FailedView
  accountId: string
  /** In the agency's time zone. */
  today: Day
}

/** The passenger list and attendance. Loaded only on request, since every read of the names is audited. */
export function ManifestPanel({ departureId, isOpen, isCancelled, onOpen, onDownload, Failed, accountId, today }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    // Once more after the departure is cancelled.
    ...queryOf(
      readManifest,
      { params: { id: departureId } },
      { key: ['staff', 'manifest', departureId, isCancelled], staleTime: Infinity },
    ),
    refetchOnReconnect: false,
    enabled: isOpen,
  })
  if (!isOpen)
    return (
      <Panel title="Manifest">
        <p className="max-w-text text-ink-soft">
          Names, contact details and notes for everyone with a confirmed booking. Viewing it is logged.
        </p>
        <Button variant="secondary" size="small" className="mt-4 min-h-11" onClick={onOpen}>
          <Users aria-hidden="true" className="size-4.5" /> Show the manifest
        </Button>
      </Panel>
    )
  if (!data && error)
    return <Failed title="We couldn’t load the manifest" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64" />
  return (
    <TickedManifest manifest={data} isCancelled={isCancelled} accountId={accountId} today={today}>
      <ManifestActions onDownload={onDownload} isFetching={isFetching} onReload={() => void refetch()} />
    </TickedManifest>
  )
}

type TickedProps = Pick<Props, 'isCancelled' | 'accountId' | 'today'> & { manifest: Manifest; children: ReactNode }

function TickedManifest({ manifest, isCancelled, accountId, today, children }: TickedProps) {
  const { departureId: id } = manifest
  const queue = tickQueue(ticksKey(accountId, id), async (ticks) => ask(tickDeparture, { params: { id }, body: { ticks: [...ticks] } }))
  const sheet = useAttendance(queue)
  // Refreshes attendance when the console is notified of ticks. Names are not fetched with it, so no read is audited.
  useQuery({
    queryKey: ['staff', 'attendance', 'ticks', id],
    queryFn: () => {
      queue.ask()
      return null
    },
    staleTime: Infinity,
  })
  const { first, last } = tickDays(manifest.date)
  return (
    <ManifestSheet manifest={manifest} sheet={sheet} isCancelled={isCancelled} canTick={!isCancelled && first <= today && today <= last}>
      {children}
    </ManifestSheet>
  )
}

type ActionProps = Pick<Props, 'onDownload'> & { isFetching: boolean; onReload: () => void }

function ManifestActions({ onDownload, isFetching, onReload }: ActionProps) {
  const downloading = useCall({ mutationFn: onDownload })
  return (
    <div className="print:hidden">
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" /> Print
        </Button>
        <Button variant="secondary" size="small" isBusy={downloading.isPending} onClick={() => downloading.mutate()}>
          <Download aria-hidden="true" className="size-4" /> CSV
        </Button>
        <Button variant="quiet" size="small" isBusy={isFetching} onClick={onReload}>
          <RefreshCw aria-hidden="true" className="size-4" /> Refresh
        </Button>
      </div>
      {downloading.isError && <Alert className="mt-3">{messageOf(downloading.error, 'We couldn’t download the file.', NO_RESPONSE)}</Alert>}
    </div>
  )
}
