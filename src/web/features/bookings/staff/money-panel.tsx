import { CornerDownRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReadAuditEntry } from '#shared/audit/staff.ts'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { unitsToCents } from '#shared/money.ts'
import { Mark } from '#web/components/mark.tsx'
import { Panel } from '#web/components/panel.tsx'
import { ProviderId } from '#web/components/short-ids.tsx'
import { amountText, sumText } from '#web/lib/amounts.ts'
import { momentText } from '#web/lib/moments.ts'
import { providerReason } from '#web/lib/provider-codes.ts'
import { attemptOf, causeOf, disputeOf, disputeStatusOf, refundStateOf, roleOf, spoken } from './story-texts.ts'

type Payments = ReadStory['payments']
type Props = {
  story: ReadStory
  audit: readonly ReadAuditEntry[] | undefined
  renderPaymentAction: (payment: Payments[number]) => ReactNode
}

/** Payments and refunds, with the card provider's ids, and checkouts. `audit` is only available to users who may read it. */
export function MoneyPanel({ story: { booking, payments, refunds, attempts }, audit, renderPaymentAction }: Props) {
  return (
    <Panel title="Money">
      {payments.length === 0 && <p className="text-ink-soft">No payments yet.</p>}
      <ul className="divide-y divide-line">
        {payments.toReversed().map((payment) => (
          <li key={payment.id} className="py-3 first:pt-0">
            <Payment payment={payment} accepted={acceptedText(booking, payment, audit)} action={renderPaymentAction(payment)} />
            <ul>
              {refunds
                .filter(({ paymentId }) => paymentId === payment.id)
                .toReversed()
                .map((refund) => (
                  <li key={refund.id} className="mt-3 flex gap-2">
                    <CornerDownRight aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-soft" />
                    <Refund refund={refund} />
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
      {attempts.length > 0 && <Checkouts attempts={attempts} />}
    </Panel>
  )
}

function Payment({ payment, accepted, action }: { payment: Payments[number]; accepted: string | undefined; action: ReactNode }) {
  const { voided, role, method, paidAt, providerId, reference, recordedBy, receiptUrl, disputes = [] } = payment
  const amount = amountText(payment)
  return (
    <Entry
      amount={amount}
      mark={<Mark tone={roleOf(role).tone}>{roleOf(role).name}</Mark>}
      line={`Paid ${momentText(paidAt)} by ${method}${recordedBy === null ? '' : `, recorded by ${recordedBy}`}`}
      id={<ProviderId id={providerId ?? reference ?? payment.id} of={`the payment of ${amount}`} />}
    >
      {voided && (
        <p className="max-w-text wrap-anywhere">
          Voided {momentText(voided.at)}
          {voided.by === null ? '' : ` by ${voided.by}`}: “{voided.reason}”
        </p>
      )}
      {accepted && <p className="font-semibold text-sun-deep">{accepted}</p>}
      {receiptUrl && (
        <a
          href={receiptUrl}
          target="_blank"
          rel="noreferrer"
          className="text-link inline-flex min-h-6 items-center text-xs pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          Receipt
        </a>
      )}
      {disputes.length > 0 && (
        <ul className="w-full space-y-3 pt-2">
          {disputes.map((dispute) => (
            <li key={dispute.id} className="flex gap-2">
              <CornerDownRight aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-soft" />
              <Dispute dispute={dispute} />
            </li>
          ))}
        </ul>
      )}
      {action}
    </Entry>
  )
}

function Dispute({ dispute }: { dispute: NonNullable<ReadStory['payments'][number]['disputes']>[number] }) {
  const { standing, status, reason, openedAt, endedAt, dueAt, providerId } = dispute
  const { name, tone } = disputeOf(standing)
  const amount = amountText(dispute)
  const due = dueAt === null || !status.endsWith('needs_response') ? '' : ` by ${momentText(dueAt)}`
  const end = endedAt === null ? due : `, ended ${momentText(endedAt)}`
  return (
    <Entry
      amount={amount}
      mark={<Mark tone={tone}>{name}</Mark>}
      line={`${standing === 'inquiry' ? 'Inquiry opened' : 'Disputed'} ${momentText(openedAt)} (${spoken(reason)}): ${disputeStatusOf(status)}${end}`}
      id={<ProviderId id={providerId} of={`the dispute of ${amount}`} />}
    />
  )
}

function Refund({ refund }: { refund: ReadStory['refunds'][number] }) {
  const { state, cause, reason, createdAt, failure, providerId, replaces } = refund
  const { name, tone } = refundStateOf(state)
  const amount = amountText(refund)
  return (
    <Entry
      amount={`−${amount}`}
      mark={<Mark tone={tone}>{name}</Mark>}
      line={`Refund of ${momentText(createdAt)}, ${causeOf(cause)}${replaces === null ? '' : '; resent'}`}
      id={providerId !== null && <ProviderId id={providerId} of={`the refund of ${amount}`} />}
    >
      {reason !== null && <p className="max-w-text wrap-anywhere">“{reason}”</p>}
      {failure !== null && <p className="text-xs font-semibold text-danger">{providerReason(failure)}</p>}
    </Entry>
  )
}

function Checkouts({ attempts }: { attempts: ReadStory['attempts'] }) {
  return (
    <details className="mt-2 border-t border-line pt-3">
      <summary className="font-semibold">Checkouts ({attempts.length})</summary>
      <ul className="mt-3 space-y-4">
        {attempts.toReversed().map((attempt) => (
          <li key={attempt.id}>
            <Entry
              amount={amountText(attempt)}
              mark={<Mark tone={attemptOf(attempt.status).tone}>{attemptOf(attempt.status).name}</Mark>}
              line={`Opened ${momentText(attempt.createdAt)}, payable until ${momentText(attempt.expiresAt)}`}
              id={attempt.sessionId !== null && <ProviderId id={attempt.sessionId} of={`the checkout of ${amountText(attempt)}`} />}
            />
          </li>
        ))}
      </ul>
    </details>
  )
}

type EntryProps = { amount: string; mark: ReactNode; line: string; id: ReactNode; children?: ReactNode }

function Entry({ amount, mark, line, id, children }: EntryProps) {
  return (
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-base font-semibold tabular-nums">{amount}</span>
          {mark}
        </p>
        {id}
      </div>
      <p className="mt-0.5 text-ink-soft">{line}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 not-empty:mt-1.5">{children}</div>
    </div>
  )
}

/** "$25.00 less than the price, accepted by Mia Manager", for a payment that pays its booking although it is not the price. */
export function acceptedText(
  { total, currency }: Pick<ReadStory['booking'], 'total' | 'currency'>,
  payment: Pick<ReadStory['payments'][number], 'id' | 'role' | 'amount' | 'currency'>,
  audit: readonly ReadAuditEntry[] = [],
): string | undefined {
  const missingCents = unitsToCents(Number(total)) - unitsToCents(Number(payment.amount))
  if (payment.role !== 'primary' || payment.currency !== currency || missingCents === 0) return undefined
  const amount = amountText({ amount: String(Math.abs(missingCents) / 100), currency })
  const by = audit.find(({ action, subject }) => action === 'payment.accepted' && subject.id === payment.id)?.actor?.name
  return `${amount} ${missingCents > 0 ? 'less' : 'more'} than the price, accepted${by ? ` by ${by}` : ''}`
}

type Figure = 'received' | 'returned' | 'owed' | 'held' | 'lost' | 'net'

/** The price, and how much of it has been received and returned. `children` are the actions. */
export function BalancePanel({ story: { booking, balance }, children }: { story: ReadStory; children?: ReactNode }) {
  const sumOf = (figure: Figure) =>
    sumText(
      (balance ?? []).map(({ currency, ...figures }) => ({ amount: figures[figure], currency })),
      booking.currency,
    )
  const isAny = (figure: Figure) => (balance ?? []).some((figures) => Number(figures[figure]) !== 0)
  // What is owed may be held by a dispute, and then is no part of the net.
  const isOwedOfNet = (balance ?? []).every(({ owed, net }) => Number(owed) <= Number(net))
  return (
    <Panel title="Balance">
      <dl className="space-y-1.5">
        <Line name="Price">{amountText({ amount: booking.total, currency: booking.currency })}</Line>
        {balance && (
          <>
            <Line name="Paid">{sumOf('received')}</Line>
            <Line name="Refunded">{sumOf('returned')}</Line>
            {isAny('lost') && <Line name="Lost to a dispute">{sumOf('lost')}</Line>}
            {isAny('held') && <Line name="Disputed funds">{sumOf('held')}</Line>}
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-2">
              <dt className="font-semibold">Net received</dt>
              <dd className="ml-auto font-display text-xl font-semibold tabular-nums">{sumOf('net')}</dd>
            </div>
            {isAny('owed') && <Line name={isOwedOfNet ? 'Of which still to be refunded' : 'Still to be refunded'}>{sumOf('owed')}</Line>}
          </>
        )}
      </dl>
      {children}
    </Panel>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="ml-auto tabular-nums">{children}</dd>
    </div>
  )
}
