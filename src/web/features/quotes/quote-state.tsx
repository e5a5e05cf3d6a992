import { CreditCard } from 'lucide-react'
import { pages } from '#shared/paths.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { isPayable, quoteText, type Quote } from './quote-text.ts'

type Props = { quote: Quote; paying: { isPending: boolean; error: unknown; mutate: () => void } }

/** Under a vehicle card: what happens next with its quote, and the way to pay an approved one. */
export function QuoteState({ quote, paying }: Props) {
  const now = Date.now()
  const text = quoteText(quote, now)
  const canPay = isPayable(quote, now)
  const isOver = ['declined', 'expired', 'approved'].includes(quote.status.toLowerCase()) && !canPay
  if (text === undefined && !quote.reason) return null
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
      {canPay && (
        <Button isBusy={paying.isPending} onClick={() => paying.mutate()} className="max-xs:w-full">
          <CreditCard aria-hidden="true" className="size-5" />
          Pay now
        </Button>
      )}
      {isOver && (
        <ButtonLink to={pages.vehiclePrice} variant="secondary" size="small" className="min-h-11">
          Request a new quote
        </ButtonLink>
      )}
      {paying.error !== null && (
        <p role="alert" className="w-full text-sm font-medium text-danger">
          {messageOf(paying.error, 'That did not work. Please try again.', NO_RESPONSE)}
        </p>
      )}
    </div>
  )
}
