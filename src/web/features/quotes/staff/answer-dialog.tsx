import { centsToUnits, formatMoney, toMoney, type Money } from '#shared/money.ts'
import { typedCents } from '#shared/typed-numbers.ts'
import type { ReadQuote } from '#shared/quotes/staff.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { KeptNote } from '#web/components/kept-note.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { CallError } from '#web/lib/call-error.ts'
import { checkAnswer, type AnswerValues, type CheckedAnswer } from './answer-check.ts'
import { useApproveQuote } from './api/approve-quote.ts'
import { useDeclineQuote } from './api/decline-quote.ts'
import { useResendQuote } from './api/resend-quote.ts'
import type { Answer } from './possible-answers.ts'

type Props = {
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
export function AnswerDialog({ quote, answer, price, onClose, onDone, onChanged }: Props) {
  const { contact, currency } = quote
  const send = useAnswer()
  const form = useKeptForm<AnswerValues, CheckedAnswer>({
    keepAs: `quote ${quote.id} ${answer}`,
    start: { price: answer === 'adjust' ? '' : String(centsToUnits(price.cents)), reason: '' },
    check: (values) => checkAnswer(answer, values, currency),
    send: async (body) => {
      try {
        await send(quote, answer, body)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'quote_changed') throw error
        return onChanged(error.message)
      }
      form.forget()
      onDone(doneText(answer, contact.name))
    },
  })
  const isPlain = answer === 'approve' || answer === 'resend'
  const cents = typedCents(form.values.price, currency)
  const sum = formatMoney(price, 'if any')
  const approved = answer === 'adjust' ? (cents > 0 ? formatMoney({ cents, currency }, 'if any') : 'this price') : sum
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={answer === 'decline' && quote.status === 'approved' ? 'Withdraw this quote' : TITLES[answer]}
      footer={
        <ActButtons
          onKeep={onClose}
          form="answer"
          variant={answer === 'decline' ? 'danger' : 'primary'}
          isBusy={form.isBusy}
          first={isPlain ? 'act' : undefined}
        >
          {answer === 'decline' ? 'Decline and notify the customer' : answer === 'resend' ? 'Send again' : `Approve at ${approved}`}
        </ActButtons>
      }
    >
      <form {...form.props} id="answer" className="space-y-4">
        <KeptNote {...form.kept} />
        {form.alert && <Alert>{form.alert}</Alert>}
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
      </form>
    </Dialog>
  )
}

function useAnswer() {
  const [approveQuote, declineQuote, resendQuote] = [useApproveQuote(), useDeclineQuote(), useResendQuote()]
  return async (quote: ReadQuote, answer: Answer, { priceCents, reason }: CheckedAnswer): Promise<void> => {
    if (answer === 'resend') await resendQuote(quote.id)
    else if (answer === 'decline') await declineQuote(quote, reason)
    else await approveQuote(quote, { priceCents, ...(reason !== '' && { reason }) })
  }
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
