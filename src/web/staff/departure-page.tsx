import { useQuery } from '@tanstack/react-query'
import { Map, Plus, Ticket } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import type { ReadCancellation } from '#shared/cancellations/staff.ts'
import { pathOf } from '#shared/contract.ts'
import { addDays, localToday, longDay, type Day } from '#shared/dates.ts'
import { consolePages } from '#shared/pages.ts'
import { stepsOf, type TaskKind } from '#shared/tasks/staff.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { DEPARTURE_ACTIONS, type DepartureAction, type StaffDeparture } from '#shared/tours/departures.ts'
import { knownOf } from '#shared/words.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { ActButtons } from '#web/components/form-dialog.tsx'
import { ShortIds } from '#web/components/short-ids.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { addressOf, NO_FILTERS, rangeText } from '#web/features/bookings/staff/list-filters.ts'
import { useRetryRefund } from '#web/features/tasks/staff/task-acts.ts'
import { BlockDialog } from '#web/features/tours/staff/departures/block-dialogs.tsx'
import { CancelDialog } from '#web/features/tours/staff/departures/cancel-dialog.tsx'
import { CancellationProgress } from '#web/features/tours/staff/departures/cancellation-progress.tsx'
import { DepartureMark } from '#web/features/tours/staff/departures/departure-state.tsx'
import { DepartureActions, DepartureFigures, departureQuery } from '#web/features/tours/staff/departures/departure.tsx'
import { GuideLinksPanel } from '#web/features/tours/staff/departures/guide-links-panel.tsx'
import { ManifestPanel } from '#web/features/tours/staff/departures/manifest-panel.tsx'
import { CapacityDialog } from '#web/features/tours/staff/departures/seats-dialogs.tsx'
import { SlotList } from '#web/features/tours/staff/departures/slot-list.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { isNotified } from '#web/lib/event-channel.ts'
import { withProviderReasons } from '#web/lib/provider-codes.ts'
import { downloadFile } from './download-file.ts'
import { FailedPart } from './failed-part.tsx'
import { useAgencyToday, useMay, useMember } from './member.ts'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { useShortcuts } from './shortcuts.ts'

const KEYS: Record<DepartureAction, { keys: string; label: string }> = {
  capacity: { keys: 'c', label: 'Change the capacity' },
  slots: { keys: 'c', label: 'Set seats' },
  block: { keys: 'b', label: 'Block date' },
  unblock: { keys: 'b', label: 'Unblock date' },
  cancel: { keys: 'x', label: 'Cancel the departure' },
}

/** Polling interval for the seats of a cancelled departure, in milliseconds. */
const ASK_EVERY_MS = 3000

export function DeparturePage() {
  const { id = '' } = useParams()
  return <Departure key={id} id={id} />
}

/** Whether a departure is cancelled but still has bookings or holds. */
function isEmptying(departure: StaffDeparture | undefined): boolean {
  return departure !== undefined && departure.cancelledAt !== null && departure.sold + departure.held > 0
}

function Departure({ id }: { id: string }) {
  const { id: member } = useMember()
  const agencyToday = useAgencyToday()
  const may = useMay()
  const go = useNavigate()
  const [search] = useSearchParams()
  const {
    data: departure,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...departureQuery(id),
    // A cancelled departure empties in the background; polling is only needed without live updates.
    refetchInterval: ({ state: { data } }) => (isEmptying(data) && !isNotified() ? ASK_EVERY_MS : false),
  })
  const [act, setAct] = useState<DepartureAction>()
  // Closed again when the departure is cancelled, since the passengers no longer travel.
  const [openedWhen, setOpenedWhen] = useState<string | null>()
  const isManifestOpen = departure !== undefined && departure.cancelledAt === openedWhen
  const openManifest = () => setOpenedWhen(departure?.cancelledAt)
  // A cancelled departure has no one left to list.
  const hasManifest = departure !== undefined && (departure.cancelledAt === null || isEmptying(departure))
  const today = localToday()
  const acts = knownOf(DEPARTURE_ACTIONS, departure?.actions)
  const slots = useRef<HTMLHeadingElement>(null)
  const start = (next: DepartureAction) => {
    if (next !== 'slots') return setAct(next)
    setAct(undefined)
    // A dialog that closes gives the focus back first.
    requestAnimationFrame(() => slots.current?.focus())
  }
  const list = `${consolePages.departures}${search.size > 0 ? `?${search}` : ''}`
  useShortcuts('This departure', [
    ...acts.map((each) => ({ ...KEYS[each], run: () => start(each) })),
    ...(hasManifest ? [{ keys: 'm', label: 'Show the manifest', run: openManifest }] : []),
    ...(isManifestOpen ? [{ keys: 'p', label: 'Print the manifest', run: () => window.print() }] : []),
    { keys: 'u', label: 'Back to the calendar', run: () => void go(list) },
  ])

  const close = () => setAct(undefined)
  const onDone = (message: string) => {
    close()
    notify(message)
  }
  return (
    <PageFrame
      title={departure ? `${departure.tour.name}, ${longDay(departure.date)}` : 'Departure'}
      back={{ title: 'Departures', path: list }}
      note={departure && <DepartureMark departure={departure} today={today} />}
      actions={departure && <DepartureLinks departure={departure} today={agencyToday} />}
    >
      {error && !departure && (
        <FailedPart title="We couldn’t load this departure" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!departure && !error && <Skeletons />}
      {departure && (
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid grid-cols-1 gap-5">
            <div className="grid grid-cols-1 gap-5 print:hidden">
              {departure.cancelledAt !== null && <Cancellation id={id} canRetry={may('tasks.settle')} />}
              <DepartureFigures departure={departure} />
              {departure.slots && (
                <SlotList
                  departure={departure}
                  slots={departure.slots}
                  extras={departure.extras ?? []}
                  mayChange={acts.includes('slots')}
                  heading={slots}
                  onDone={notify}
                />
              )}
            </div>
            {hasManifest && (
              <ManifestPanel
                departureId={id}
                isOpen={isManifestOpen}
                isCancelled={departure.cancelledAt !== null}
                onOpen={openManifest}
                onDownload={() => downloadFile(pathOf(departureCalls.downloadManifest, { id }), {})}
                Failed={FailedPart}
                accountId={member}
                today={agencyToday}
              />
            )}
          </div>
          <div className="grid grid-cols-1 gap-5 lg:sticky lg:top-6 print:hidden">
            <DepartureActions departure={departure} acts={acts} mayChange={may('departures.change')} onAct={start} />
            {may('departures.guides') && departure.cancelledAt === null && agencyToday <= addDays(departure.date, 1) && (
              <GuideLinksPanel departureId={id} title={`${departure.tour.name}, ${longDay(departure.date)}: manifest`} />
            )}
          </div>
          {(act === 'block' || act === 'unblock') && <BlockDialog departure={departure} onClose={close} onDone={onDone} />}
          {act === 'capacity' && <CapacityDialog departure={departure} onClose={close} onDone={onDone} onSlots={() => start('slots')} />}
          {act === 'cancel' && (
            <CancelDialog
              departureId={id}
              name={`${departure.tour.name} on ${longDay(departure.date)}`}
              onClose={close}
              onDone={() => onDone('Departure cancelled. Its bookings are being cancelled one by one.')}
            />
          )}
        </div>
      )}
    </PageFrame>
  )
}

function Cancellation({ id, canRetry }: { id: string; canRetry: boolean }) {
  const [retried, setRetried] = useState<Failure>()
  return (
    <>
      <CancellationProgress departureId={id} Failed={FailedPart}>
        {(failure) =>
          canRetry && stepsOf(failure.kind as TaskKind).includes('retry') ? (
            <Button size="small" onClick={() => setRetried(failure)}>
              Resend refund
            </Button>
          ) : (
            <Link to={consolePages.today} className="text-link">
              View task
            </Link>
          )
        }
      </CancellationProgress>
      {retried && (
        <RetryDialog
          failure={retried}
          onClose={() => setRetried(undefined)}
          onDone={() => {
            setRetried(undefined)
            notify('Refund resent.')
          }}
        />
      )}
    </>
  )
}

function Skeletons() {
  return (
    <div aria-busy="true" className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-5">
        <Skeleton className="h-44" />
        <Skeleton className="h-36" />
      </div>
      <Skeleton className="h-52" />
    </div>
  )
}

/** From a departure to its tour, its bookings and a new booking; `today` is the agency's. */
function DepartureLinks({ departure: { tour, date, cancelledAt }, today }: { departure: StaffDeparture; today: Day }) {
  const bookings = addressOf({ ...NO_FILTERS, tour: tour.id, travel: rangeText({ from: date, to: date }) })
  return (
    <>
      <ButtonLink variant="secondary" size="small" to={consolePages.tour(tour.id)}>
        <Map aria-hidden="true" className="size-4 max-sm:hidden" /> Tour
      </ButtonLink>
      <ButtonLink variant="secondary" size="small" to={`${consolePages.bookings}${bookings}`}>
        <Ticket aria-hidden="true" className="size-4 max-sm:hidden" /> Bookings
      </ButtonLink>
      {cancelledAt === null && date >= today && (
        <ButtonLink size="small" to={`${consolePages.newBooking}?${new URLSearchParams({ tour: tour.id, date }).toString()}`}>
          <Plus aria-hidden="true" className="size-4 max-sm:hidden" /> New booking
        </ButtonLink>
      )}
    </>
  )
}

type Failure = ReadCancellation['failures'][number]

type Props = { failure: Failure; onClose: () => void; onDone: () => void }

/** Retries a refund of a cancelled departure, explaining the consequences first. */
function RetryDialog({ failure, onClose, onDone }: Props) {
  const retrying = useRetryRefund(failure.taskId, onDone)
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title="Resend the refund"
      footer={
        <ActButtons onKeep={onClose} first="act" isBusy={retrying.isPending} onClick={() => retrying.mutate()}>
          Resend
        </ActButtons>
      }
    >
      {retrying.isError && <Alert className="mb-4">{messageOf(retrying.error, 'We couldn’t send it.', NO_RESPONSE)}</Alert>}
      <p className="mb-3 text-ink-soft wrap-anywhere">
        <ShortIds text={withProviderReasons(failure.cause)} of={`booking ${failure.reference}`} />
      </p>
      <p>
        A new refund will be sent for up to what’s left of the payment for booking {failure.reference}. The task closes once it arrives.
      </p>
    </Dialog>
  )
}
