import { useState } from 'react'
import { formatMoney, type Currency, type Money } from '#shared/money.ts'
import { declineQuoteBodySchema, type ReadQuote } from '#shared/quotes/staff.ts'
import type { StaffMember } from '#shared/accounts/colleagues.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useReload } from '#web/lib/use-send.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { approvalPrice, sendAnswer } from './answers.ts'

type BarProps = { count: number; onApprove: () => void; onDecline: () => void; onClear: () => void }

/** Bulk actions, at the bottom of the list while requests are selected. */
export function SeveralBar({ count, onApprove, onDecline, onClear }: BarProps) {
  if (count === 0) return null
  return (
    <div
      role="group"
      aria-label="Selected requests"
      className="appear on-ink sticky bottom-4 z-10 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center justify-center gap-2 rounded-card bg-night px-4 py-2.5 text-white shadow-lift"
    >
      <p role="status" className="mr-2 font-semibold whitespace-nowrap">
        {count} selected
      </p>
      <Button size="small" onClick={onApprove}>
        Approve
      </Button>
      <Button size="small" variant="light" onClick={onDecline}>
        Decline
      </Button>
      <Button size="small" variant="quiet" className="px-2! text-white! hover:bg-white/10!" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}

/** Requests to be answered in the same way. */
export type Several = { quotes: ReadQuote[]; how: 'approve' | 'decline' }

type Props = Several & { role: StaffMember['role']; onClose: () => void }

type Failure = { reference: string; message: string }
type Progress = { done: number; failures: Failure[] }

export function SeveralDialog({ quotes, how, role, onClose }: Props) {
  const reload = useReload(consoleKey('quotes'))
  const [progress, setProgress] = useState<Progress>()
  const form = useCheckedForm<{ reason: string }, { reason: string }>({
    start: { reason: '' },
    check: (values) => (how === 'decline' ? declineQuoteBodySchema.safeParse(values) : { success: true, data: { reason: '' } }),
    send: async ({ reason }) => {
      const failures: Failure[] = []
      setProgress({ done: 0, failures })
      for (const [at, quote] of quotes.entries()) {
        try {
          await sendAnswer(quote, how, { priceCents: approvalPrice(quote, role).cents, reason })
        } catch (error) {
          failures.push({ reference: quote.reference, message: messageOf(error, 'We couldn’t send it.', NO_RESPONSE) })
        }
        setProgress({ done: at + 1, failures: [...failures] })
      }
      await reload()
    },
  })
  const isOver = progress?.done === quotes.length && !form.isBusy
  const number = quotes.length === 1 ? '1 request' : `${quotes.length} requests`
  return (
    <Dialog
      isOpen
      onClose={() => !form.isBusy && onClose()}
      title={`${how === 'approve' ? 'Approve' : 'Decline'} ${number}`}
      footer={
        isOver ? (
          <Button size="small" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button variant="secondary" size="small" disabled={form.isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form="several" size="small" variant={how === 'decline' ? 'danger' : 'primary'} isBusy={form.isBusy}>
              {how === 'approve' ? `Approve ${number}` : `Decline ${number}`}
            </Button>
          </>
        )
      }
    >
      <form {...form.props} id="several" className="space-y-4">
        {!progress && <p>{consequence(quotes, how, role)}</p>}
        {!progress && how === 'decline' && <TextArea {...form.field('reason')} label="Reason (sent to all these customers)" rows={3} />}
        {progress && <ProgressBar progress={progress} total={quotes.length} />}
      </form>
    </Dialog>
  )
}

function ProgressBar({ progress: { done, failures }, total }: { progress: Progress; total: number }) {
  return (
    <>
      <div role="status">
        <p className="mb-2 font-semibold">
          {done} of {total} sent<span>{failures.length > 0 && `, ${failures.length} failed`}</span>
        </p>
        <progress aria-label="Sent" max={total} value={done} className="h-2 w-full overflow-hidden rounded-pill accent-sea" />
      </div>
      {failures.length > 0 && (
        <Alert title="These were not changed">
          <ul className="mt-1 space-y-1">
            {failures.map(({ reference, message }) => (
              <li key={reference}>
                <span translate="no" className="font-semibold">
                  {reference}
                </span>
                : {message}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

function consequence(quotes: ReadQuote[], how: 'approve' | 'decline', role: StaffMember['role']): string {
  const people = quotes.length === 1 ? '1 customer will get' : `${quotes.length} customers will get`
  if (how === 'decline') return `${people} an email with your reason. You can’t quote a declined request again.`
  return `${people} an email with a link to pay: ${sums(quotes.map((quote) => approvalPrice(quote, role)))} in total. Nothing is charged until they pay.`
}

/** One sum per currency: "₹69,600 and $1,200". */
function sums(amounts: Money[]): string {
  const byCurrency = new Map<Currency, number>()
  for (const { cents, currency } of amounts) byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + cents)
  return Array.from(byCurrency, ([currency, cents]) => formatMoney({ cents, currency }, 'if any')).join(' and ')
}
