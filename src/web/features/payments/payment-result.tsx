import { CircleCheck, CircleX, Clock, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/paths.ts'
import { ButtonLink } from '#web/components/button.tsx'
import type { CheckoutSession } from './checkout-session.ts'
import { toPaymentView } from './payment-view.ts'

/** How the payment went and what to keep of it (specification §2). */
export function PaymentResult({ session }: { session: CheckoutSession }) {
  const view = toPaymentView(session)
  const Icon = view.isPaid ? CircleCheck : view.isOpen ? Clock : CircleX
  return (
    <div className="rounded-card bg-paper p-6 shadow-card sm:p-10">
      <div className={view.isPaid ? 'text-sea' : 'text-danger'}>
        <Icon aria-hidden="true" className="mb-4 size-14" strokeWidth={1.5} />
        <h1 className="text-3xl">{view.isPaid ? 'Payment Successful!' : 'Payment Failed'}</h1>
      </div>
      <p className="mt-3 max-w-text">{view.explanation}</p>
      <dl className="mt-8 divide-y divide-line border-y border-line">
        {view.bought.map(({ name, value }) => (
          <Line key={name} name={name}>
            {value}
          </Line>
        ))}
        <Line name="Transaction ID">{view.transactionId}</Line>
        <Line name="Amount">{view.amount}</Line>
        <Line name="Payment Method">{view.method}</Line>
        <Line name="Payment Date">{view.date}</Line>
        <Line name="Status">
          <span className={view.isPaid ? 'text-sea' : view.isOpen ? 'text-sun-deep' : 'text-danger'}>{view.status}</span>
        </Line>
      </dl>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
        <ButtonLink to={pages.bookings} state={view.isMove ? { tab: 'vehicles' } : undefined}>
          View My Bookings
        </ButtonLink>
        {view.againTourId !== undefined && (
          <Link to={pages.destinationDetails(view.againTourId)} className="text-link inline-flex min-h-11 items-center">
            Choose a date again
          </Link>
        )}
        {view.receiptUrl !== undefined && (
          <a href={view.receiptUrl} target="_blank" rel="noreferrer" className="text-link inline-flex min-h-11 items-center gap-2">
            View Receipt
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        )}
      </div>
    </div>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 py-3.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="flex-[1_1_6rem] text-right font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}
