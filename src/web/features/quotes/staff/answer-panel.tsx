import { Check, PencilLine, Send, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import { formatMoney, toMoney } from '#shared/money.ts'
import type { ReadQuoteDetails } from '#shared/quotes/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { ShortIds } from '#web/components/short-ids.tsx'
import { distanceText, momentText } from '#web/lib/moments.ts'
import type { Answer } from './possible-answers.ts'

type Props = {
  quote: ReadQuoteDetails
  answers: Answer[]
  /** The price of a plain approval, formatted. */
  price: string
  now: number
  onAnswer: (answer: Answer) => void
  /** The breakdown of the estimate. */
  children: ReactNode
}

export function AnswerPanel({ quote, answers, price, now, onAnswer, children }: Props) {
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
