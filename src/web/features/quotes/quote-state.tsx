import { CreditCard, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { pages } from '#shared/pages.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { QuestionDialog } from '#web/components/dialog.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { serverNow } from '#web/lib/server-clock.ts'

/** The quote for a vehicle request as My Bookings knows it. */
export type Quote = {
  status: string
  /** Formatted with its currency. */
  price: string
  reason: string | null
  /** Deadline for paying (ISO 8601). */
  payUntil: string | null
  /** Whether only the bank's or a person's confirmation of the payment is missing, so that there is nothing to do. */
  isBeingPaid: boolean
}

type Act = { isPending: boolean; error: unknown; mutate: () => void }
type Props = { quote: Quote; paying: Act; withdrawing: Act }

/** Below a vehicle card: the next step for its quote, with buttons to pay or withdraw. */
export function QuoteState({ quote, paying, withdrawing }: Props) {
  const now = serverNow().getTime()
  const text = quoteText(quote, now)
  const canPay = isPayable(quote, now)
  const isOver = !quote.isBeingPaid && ['declined', 'withdrawn', 'expired', 'approved'].includes(quote.status.toLowerCase()) && !canPay
  const error = paying.error ?? withdrawing.error
  // An error stays visible even if the reloaded request no longer offers any action.
  if (text === undefined && !quote.reason && error === null) return null
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
      <div className="min-w-0 flex-[1_1_16rem] text-sm">
        {text && <p>{text}</p>}
        {quote.reason && (
          <p className="mt-1 wrap-anywhere whitespace-pre-line">
            <span className="text-ink-soft">Our note:</span> {quote.reason}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden max-xs:w-full print:hidden">
        {canPay && (
          <Button
            isBusy={paying.isPending}
            disabled={withdrawing.isPending}
            onClick={() => paying.mutate()}
            className="px-5! max-xs:w-full"
          >
            <CreditCard aria-hidden="true" className="size-5" />
            Pay now
          </Button>
        )}
        {isWithdrawable(quote, now) && <WithdrawRequest quote={quote} withdrawing={withdrawing} />}
      </div>
      {isOver && (
        <ButtonLink to={pages.vehiclePrice} variant="secondary" size="small" className="min-h-11 print:hidden">
          Request a new quote
        </ButtonLink>
      )}
      {error !== null && (
        <p role="alert" className="w-full text-sm font-medium text-danger">
          {messageOf(error, 'That didn’t work. Please try again.', NO_RESPONSE)}
        </p>
      )}
    </div>
  )
}

function WithdrawRequest({ quote, withdrawing }: { quote: Quote; withdrawing: Act }) {
  const [isAsking, setIsAsking] = useState(false)
  const isApproved = quote.status.toLowerCase() === 'approved'
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="min-h-11 px-3! max-xs:w-full xs:first:-ml-3"
        isBusy={withdrawing.isPending}
        onClick={() => setIsAsking(true)}
      >
        <Undo2 aria-hidden="true" className="size-4" />
        Withdraw request
      </Button>
      {isAsking && (
        <QuestionDialog
          title="Withdraw this request?"
          yes="Withdraw request"
          no="Keep it"
          onYes={() => {
            setIsAsking(false)
            withdrawing.mutate()
          }}
          onNo={() => setIsAsking(false)}
        >
          {isApproved
            ? `Your quote of ${quote.price} will end and its payment link will stop working.`
            : 'We’ll stop working on your quote.'}{' '}
          You won’t be charged, and we’ll confirm by email. If you change your mind, just ask for a new quote.
        </QuestionDialog>
      )}
    </>
  )
}

/** "Sat, 21 Nov, 9:30 am", in the visitor's time zone and the en-IN short format (specification §9). */
function momentText(moment: string): string {
  return new Date(moment).toLocaleString('en-IN', { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
}

export function isPayable({ status, payUntil, isBeingPaid }: Quote, now: number): boolean {
  return !isBeingPaid && status.toLowerCase() === 'approved' && (!payUntil || Date.parse(payUntil) > now)
}

/** Whether the customer can withdraw: while the request waits, or its quote is unpaid. */
export function isWithdrawable(quote: Quote, now: number): boolean {
  return quote.status.toLowerCase() === 'pending' || isPayable(quote, now)
}

/** The request's state in a sentence; undefined if its status or payment says it all. */
export function quoteText(quote: Quote, now: number): string | undefined {
  if (quote.isBeingPaid) return undefined
  switch (quote.status.toLowerCase()) {
    case 'pending':
      return 'We’re looking at your request and will email you when your quote is approved.'
    case 'approved':
      if (!isPayable(quote, now)) return 'This quote has expired. Please request a new one.'
      return quote.payUntil ? `Your quote: ${quote.price}. Please pay by ${momentText(quote.payUntil)}.` : `Your quote: ${quote.price}.`
    case 'declined':
      return 'We’re sorry, we can’t take on this request.'
    case 'withdrawn':
      return 'You withdrew this request. You haven’t been charged.'
    case 'expired':
      return 'This request has expired. You haven’t been charged. Please request a new quote.'
    default:
      return undefined
  }
}
