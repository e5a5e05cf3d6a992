import { infiniteQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { dayInWords } from '#shared/dates.ts'
import { listPayoutMovements, listPayouts } from '#shared/ledger/staff-calls.ts'
import { MAX_PAYOUTS, type PayoutMovements, type ReadPayout } from '#shared/ledger/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { Mark, type Tone } from '#web/components/mark.tsx'
import { ProviderId } from '#web/components/short-ids.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { amountText } from '#web/lib/amounts.ts'
import { ask, queryOf } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { momentText } from '#web/lib/moments.ts'

const PAYOUTS = [...consoleKey('ledger'), 'payouts']

export const payoutsQuery = infiniteQueryOptions({
  queryKey: PAYOUTS,
  queryFn: ({ signal, pageParam }) => ask(listPayouts, { query: { before: pageParam } }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.length < MAX_PAYOUTS ? undefined : page.at(-1)?.id),
})

const STATES: Record<string, { name: string; tone: Tone }> = {
  pending: { name: 'Pending', tone: 'waiting' },
  in_transit: { name: 'In transit', tone: 'waiting' },
  paid: { name: 'Paid', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
  canceled: { name: 'Cancelled', tone: 'quiet' },
}

/** The provider gives a day of arrival as its first moment in UTC, which elsewhere may be in another day. */
const arrivalText = (arrivesAt: string) => dayInWords(arrivesAt, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

/** A payout with its sums; opened, it lists what it contains. */
export function PayoutRow({ payout }: { payout: ReadPayout }) {
  const { id, providerId, status, arrivesAt, contents, currency } = payout
  const [isOpen, setIsOpen] = useState(false)
  const { name, tone } = STATES[status] ?? { name: status.replaceAll('_', ' '), tone: 'quiet' as const }
  const count = contents?.movements === 1 ? '1 transaction' : `${contents?.movements} movements`
  return (
    <li className="px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="text-base font-semibold tabular-nums">{amountText(payout)}</span>
        <Mark tone={tone}>{name}</Mark>
        <span className="text-ink-soft">
          {status === 'paid' ? 'arrived' : 'expected'} {arrivalText(arrivesAt)}
        </span>
        <span className="sm:ml-auto">
          <ProviderId id={providerId} of={`the payout of ${amountText(payout)}`} />
        </span>
      </div>
      {contents ? (
        <details className="mt-1" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary className="min-h-11 content-center text-ink-soft">
            {count}: {amountText({ amount: contents.gross, currency })} less {amountText({ amount: contents.fees, currency })} in fees
          </summary>
          {isOpen && <Movements id={id} />}
        </details>
      ) : (
        <p className="mt-1 text-ink-soft">Its transactions are loaded overnight, except for manual payouts.</p>
      )}
    </li>
  )
}

function Movements({ id }: { id: string }) {
  const { data, error } = useQuery(queryOf(listPayoutMovements, { params: { id } }, { key: [...PAYOUTS, id] }))
  if (error) return <p className="mt-2 text-danger">{messageOf(error, 'We couldn’t load its transactions.', NO_RESPONSE)}</p>
  if (!data) return <Skeleton className="mt-2 h-24" />
  return (
    <ul className="mt-2 divide-y divide-line border-t border-line">
      {data.map((movement) => (
        <Movement key={movement.id} movement={movement} />
      ))}
    </ul>
  )
}

function Movement({ movement }: { movement: PayoutMovements[number] }) {
  const { type, fee, currency, happenedAt, booking } = movement
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2">
      <span>{movementName(type)}</span>
      {booking && (
        <Link
          translate="no"
          to={consolePages.booking(booking.id)}
          className="text-link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
        >
          {booking.reference}
        </Link>
      )}
      <span className="text-ink-soft">{momentText(happenedAt)}</span>
      <span className="ml-auto text-right tabular-nums">
        {amountText(movement)}
        {Number(fee) !== 0 && <span className="text-ink-soft"> less {amountText({ amount: fee, currency })}</span>}
      </span>
    </li>
  )
}

/** What has moved the balance at the card provider, by the provider’s word. */
const MOVEMENTS: Record<string, string> = {
  charge: 'Payment',
  payment: 'Payment',
  refund: 'Refund',
  payment_refund: 'Refund',
  refund_failure: 'Failed refund',
  payment_failure_refund: 'Failed refund',
  adjustment: 'Dispute',
  payout_failure: 'Failed payout',
  stripe_fee: 'Fee',
}

function movementName(type: string): string {
  return MOVEMENTS[type] ?? type.replaceAll('_', ' ')
}
