import { CreditCard } from 'lucide-react'
import { pages } from '#shared/pages.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { isPayable, isWithdrawable, quoteText, type Quote } from './quote-text.ts'
import { WithdrawRequest } from './withdraw-request.tsx'

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
