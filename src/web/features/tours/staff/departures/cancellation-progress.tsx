import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ReadCancellation } from '#shared/cancellations/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { Panel } from '#web/components/panel.tsx'
import { ShortIds } from '#web/components/short-ids.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { momentText } from '#web/lib/moments.ts'
import { withProviderReasons } from '#web/lib/provider-codes.ts'
import { isTold } from '#web/lib/told.ts'
import { cancellationQuery } from './api/get-cancellation.ts'
import { ToCall } from './to-call.tsx'
import { amountText, endedText, isSettled, refundStateName } from './cancellation-texts.ts'
import type { FailedView } from './failed-view.ts'

/** Polling interval, in milliseconds, while live updates are unavailable. */
const ASK_EVERY_MS = 1500

type Props = {
  departureId: string
  Failed: FailedView
  /** Renders the actions for a booking whose refund or email failed. */
  children: (failure: ReadCancellation['failures'][number]) => ReactNode
}

/** Progress of a departure's cancellation and what failed in it; polls while anything is pending. */
export function CancellationProgress({ departureId, Failed, children }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    ...cancellationQuery(departureId),
    refetchInterval: ({ state }) => (isTold() || (state.data && isSettled(state.data)) ? false : ASK_EVERY_MS),
  })
  if (!data && error)
    return <Failed title="We couldn’t load the cancellation’s progress" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-56" />
  const { done, waiting, refunds, emails, notEmailed = [], failures } = data
  const total = done + waiting
  return (
    <Panel title={isSettled(data) ? 'Cancelled' : 'Being cancelled'}>
      <p>
        “{data.reason}”
        <span className="block text-ink-soft">
          {data.requestedBy ?? 'Deleted account'}, {momentText(data.requestedAt)}
        </span>
      </p>
      {total > 0 && (
        <div role="status" className="mt-4">
          <p className="mb-2 font-semibold tabular-nums">{endedText(data)}</p>
          <progress aria-label="Cancelled" max={total} value={done} className="h-2 w-full overflow-hidden rounded-pill accent-sea" />
        </div>
      )}
      <dl className="mt-4 grid gap-x-8 gap-y-2 sm:grid-cols-2">
        <div>
          <dt className="text-ink-soft">Refunds</dt>
          {refunds.length === 0 && <dd>{waiting > 0 ? 'None yet' : 'None'}</dd>}
          {refunds.map((refund) => (
            <dd key={`${refund.state} ${refund.currency}`} className="flex flex-wrap justify-between gap-x-4 tabular-nums">
              <span>
                {refundStateName(refund.state)}: {refund.count}
              </span>
              <span className="font-semibold">{amountText(refund)}</span>
            </dd>
          ))}
        </div>
        <div>
          <dt className="text-ink-soft">Emails</dt>
          <dd className="tabular-nums">
            {emails.sent} sent<span>{emails.waiting > 0 && `, ${emails.waiting} on the way`}</span>
            {emails.failed > 0 && <span className="font-semibold text-danger">, {emails.failed} failed</span>}
            {emails.withoutAddress > 0 && (
              <span className="font-semibold text-danger">, {emails.withoutAddress} with no email address</span>
            )}
          </dd>
        </div>
      </dl>
      {notEmailed.length > 0 && <ToCall people={notEmailed} />}
      {failures.length > 0 && (
        <section aria-labelledby="failures" className="mt-5 border-t border-line pt-4">
          <h3 id="failures" className="font-sans font-semibold tracking-normal text-danger">
            {failures.length === 1 ? '1 item needs attention' : `${failures.length} items need attention`}
          </h3>
          <ul className="divide-y divide-line">
            {failures.map((failure) => (
              <li key={failure.taskId} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
                <p className="min-w-0 flex-1 basis-72 wrap-anywhere">
                  <Link translate="no" to={consolePages.booking(failure.bookingId)} className="text-link">
                    {failure.reference}
                  </Link>
                  : <ShortIds text={withProviderReasons(failure.cause)} of={`booking ${failure.reference}`} />
                </p>
                {children(failure)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Panel>
  )
}
