import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DepartureCancellation, ReadCancellation } from '#shared/cancellations/staff.ts'
import { formatMoney, isCurrency, toMoney } from '#shared/money.ts'
import { consolePages } from '#shared/pages.ts'
import { getCancellation } from '#shared/tours/departure-calls.ts'
import { Panel } from '#web/components/panel.tsx'
import { PhoneLink } from '#web/components/fact.tsx'
import { ShortIds } from '#web/components/short-ids.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { queryOf } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { momentText } from '#web/lib/moments.ts'
import { withProviderReasons } from '#web/lib/provider-codes.ts'
import { isNotified } from '#web/lib/event-channel.ts'
import type { FailedView } from './departure-list.tsx'

/** Refetched on every visit, since other people sell, hold and change departures all the time. */
export function cancellationQuery(id: string) {
  const key = [...consoleKey('departures'), 'cancellation', id]
  return queryOf(getCancellation, { params: { id } }, { key, staleTime: 0, refetchOnWindowFocus: true })
}

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
    refetchInterval: ({ state }) => (isNotified() || (state.data && isSettled(state.data)) ? false : ASK_EVERY_MS),
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

/** Customers to phone about a cancellation, because no email address of theirs is known. */
function ToCall({ people }: { people: NonNullable<DepartureCancellation['notEmailed']> }) {
  return (
    <section aria-labelledby="to-call" className="mt-5 border-t border-line pt-4">
      <h3 id="to-call" className="font-sans font-semibold tracking-normal text-danger">
        {people.length === 1 ? '1 person has no email address: please call' : `${people.length} people have no email address: please call`}
      </h3>
      <ul className="divide-y divide-line">
        {people.map(({ bookingId, reference, name, phone }) => (
          <li key={bookingId} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{name}</span>,{' '}
              <Link translate="no" to={consolePages.booking(bookingId)} className="text-link">
                {reference}
              </Link>
            </span>
            {phone ? <PhoneLink phone={phone} /> : <span className="text-ink-soft">No phone number</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** "$1,200.50"; in a currency we do not sell in, with its code. */
function amountText({ currency, amount }: { currency: string; amount: string }): string {
  return isCurrency(currency) ? formatMoney(toMoney(amount, currency), 'if any') : `${currency.toUpperCase()} ${amount}`
}

const REFUND_STATES: Record<string, string> = {
  requested: 'Sending',
  pending: 'On its way',
  succeeded: 'Refunded',
  failed: 'Failed',
  canceled: 'Failed',
  blocked: 'On hold (dispute)',
  lost: 'Returned through dispute',
  settled: 'Paid another way',
}

function refundStateName(state: string): string {
  return REFUND_STATES[state] ?? state
}

/** "1 booking has been cancelled", "2 of 3 bookings and holds have been cancelled". */
export function endedText({ done, waiting, figures }: Pick<ReadCancellation, 'done' | 'waiting' | 'figures'>): string {
  const total = done + waiting
  if (total === 1 && waiting === 0) return figures.bookings > 0 ? '1 booking has been cancelled' : '1 hold has ended'
  const share = waiting === 0 ? `All ${total}` : `${done} of ${total}`
  return `${share} ${figures.holds > 0 ? 'bookings and holds' : 'bookings'} have been cancelled`
}

/** Whether nothing is pending any more. Whatever has failed by then needs a person. */
export function isSettled({ finishedAt, refunds, emails }: ReadCancellation): boolean {
  return finishedAt !== null && emails.waiting === 0 && refunds.every(({ state }) => state !== 'requested' && state !== 'pending')
}
