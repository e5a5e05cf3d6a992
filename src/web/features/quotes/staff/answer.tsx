import { Check, PencilLine, Send, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { centsToUnits, formatMoney, toMoney, type Money } from '#shared/money.ts'
import { consolePages } from '#shared/pages.ts'
import type { ReadQuote, ReadQuoteDetails } from '#shared/quotes/staff.ts'
import { typedCents } from '#shared/typed-numbers.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Panel } from '#web/components/panel.tsx'
import { ShortIds } from '#web/components/short-ids.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { distanceText, momentText } from '#web/lib/moments.ts'
import { useSend } from '#web/lib/use-send.ts'
import { checkAnswer, sendAnswer, type Answer, type AnswerValues, type CheckedAnswer } from './answers.ts'

type PanelProps = {
  quote: ReadQuoteDetails
  answers: Answer[]
  /** The price of a plain approval, formatted. */
  price: string
  now: number
  onAnswer: (answer: Answer) => void
  /** The breakdown of the estimate. */
  children: ReactNode
}

export function AnswerPanel({ quote, answers, price, now, onAnswer, children }: PanelProps) {
  const { askedPrice, currency, payUntil, openTasks } = quote
  const hasOther = quote.price !== askedPrice
  return (
    <Panel title={hasOther ? 'Price' : 'Estimate'}>
      {children}
      {hasOther && (
        <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
          <span className="font-semibold">Quoted</span>
          <span className="font-display text-xl font-semibold tabular-nums">{formatMoney(toMoney(quote.price, currency), 'if any')}</span>
        </p>
      )}
      {payUntil && (
        <p className="mt-3 text-ink-soft">
          Payable until {momentText(payUntil)} ({distanceText(payUntil, now)}). Record cash or a bank transfer on{' '}
          <Link to={consolePages.booking(quote.id)} className="text-link">
            its booking
          </Link>
          .
        </p>
      )}
      {openTasks.map((task) => (
        <Alert key={task} kind="warning" className="mt-4">
          <ShortIds text={task} of="this task" />
        </Alert>
      ))}
      {answers.length > 0 ? (
        <div className="mt-5 grid gap-2">
          {answers.includes('approve') && (
            <Button onClick={() => onAnswer('approve')} size="small" className="min-h-12">
              <Check aria-hidden="true" className="size-4.5" /> Approve at {price}
            </Button>
          )}
          {answers.includes('resend') && (
            <Button onClick={() => onAnswer('resend')} size="small" className="min-h-12">
              <Send aria-hidden="true" className="size-4.5" /> Send the link again
            </Button>
          )}
          {answers.includes('adjust') && (
            <Button onClick={() => onAnswer('adjust')} variant="secondary" size="small" className="min-h-11">
              <PencilLine aria-hidden="true" className="size-4.5" /> Different price
            </Button>
          )}
          {answers.includes('decline') && (
            <Button onClick={() => onAnswer('decline')} variant="quiet" size="small" className="min-h-11 text-danger!">
              <X aria-hidden="true" className="size-4.5" /> {quote.status === 'approved' ? 'Withdraw the quote' : 'Decline'}
            </Button>
          )}
          {!answers.includes('adjust') && <p className="text-xs text-ink-soft">Only managers can change the estimated price.</p>}
        </div>
      ) : (
        <p className="mt-4 text-ink-soft">This request needs no further action.</p>
      )}
    </Panel>
  )
}

type DialogProps = {
  quote: ReadQuote
  answer: Answer
  price: Money
  onClose: () => void
  onDone: (message: string) => void
  /** Called if someone else answered first; `message` says how. */
  onChanged: (message: string) => void
}

const TITLES: Record<Answer, string> = {
  approve: 'Approve this request',
  adjust: 'Quote a different price',
  decline: 'Decline this request',
  resend: 'Send the link again',
}

/** Explains an answer to a request, asks for what it needs, and sends it. */
export function AnswerDialog({ quote, answer, price, onClose, onDone, onChanged }: DialogProps) {
  const { contact, currency } = quote
  const send = useSend(sendAnswer, consoleKey('quotes'))
  const form = useKeptForm<AnswerValues, CheckedAnswer>({
    keepAs: `quote ${quote.id} ${answer}`,
    start: { price: answer === 'adjust' ? '' : String(centsToUnits(price.cents)), reason: '' },
    check: (values) => checkAnswer(answer, values, currency),
    send: async (body) => {
      await send(quote, answer, body)
      form.forget()
      onDone(doneText(answer, contact.name))
    },
    onChanged,
  })
  const isPlain = answer === 'approve' || answer === 'resend'
  const cents = typedCents(form.values.price, currency)
  const sum = formatMoney(price, 'if any')
  const approved = answer === 'adjust' ? (cents > 0 ? formatMoney({ cents, currency }, 'if any') : 'this price') : sum
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={answer === 'decline' && quote.status === 'approved' ? 'Withdraw this quote' : TITLES[answer]}
      act={answer === 'decline' ? 'Decline and notify the customer' : answer === 'resend' ? 'Send again' : `Approve at ${approved}`}
      variant={answer === 'decline' ? 'danger' : 'primary'}
      first={isPlain ? 'act' : undefined}
      className="space-y-4"
    >
      <p>{consequence(quote, answer, sum)}</p>
      {answer === 'adjust' && (
        <TextField
          {...form.field('price')}
          data-first
          label={`Price in ${currency.toUpperCase()}`}
          inputMode="decimal"
          autoComplete="off"
          hint={`The estimate is ${formatMoney(toMoney(quote.askedPrice, currency), 'if any')}.`}
        />
      )}
      {answer !== 'resend' && (
        <TextArea
          {...form.field('reason')}
          data-first={answer === 'decline' || undefined}
          label={answer === 'approve' ? 'Note (sent to the customer)' : 'Reason (sent to the customer)'}
          isOptional={answer === 'approve'}
          rows={3}
        />
      )}
    </FormDialog>
  )
}

function consequence({ contact, status }: ReadQuote, answer: Answer, sum: string): string {
  const { name, email } = contact
  switch (answer) {
    case 'approve':
      return `We’ll email ${name} (${email}) a link to pay ${sum}. Nothing is charged until they pay.`
    case 'adjust':
      return status === 'approved'
        ? `We’ll email ${name} (${email}) the new price and a new link. The previous link will stop working.`
        : `We’ll email ${name} (${email}) this price, your reason and a payment link.`
    case 'decline':
      return status === 'approved'
        ? `The payment link will stop working, and we’ll email ${name} (${email}) your reason. You can’t undo this.`
        : `We’ll email ${name} (${email}) your reason. You can’t quote a declined request again.`
    case 'resend':
      return `We’ll email ${name} (${email}) a new link to pay ${sum}, with the full payment period. The previous link will stop working.`
  }
}

function doneText(answer: Answer, name: string): string {
  if (answer === 'decline') return `Declined. We’ve emailed ${name} your reason.`
  return answer === 'resend' ? `Resent to ${name}.` : `Approved. We’ve emailed ${name} the payment link.`
}
