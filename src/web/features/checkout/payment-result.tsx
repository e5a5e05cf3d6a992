import { CircleCheck, CircleX, Clock, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { toPaymentView, type CheckoutSession } from './payment-view.ts'

type Props = {
  session: CheckoutSession
  picture?: ReactNode
  /** Shown below the facts: the travellers' names and documents to take along. */
  children?: ReactNode
}

/** The result of a payment: the journey first, the payment details last (specification §2). */
export function PaymentResult({ session, picture, children }: Props) {
  const view = toPaymentView(session)
  const Icon = view.isPaid ? CircleCheck : view.isOpen ? Clock : CircleX
  return (
    <div className="overflow-hidden rounded-card bg-paper shadow-card">
      {view.journey && picture}
      <div className="p-6 sm:p-10">
        <div className={classNames('flex flex-wrap items-center gap-x-3 gap-y-2', view.isPaid ? 'text-sea' : 'text-danger')}>
          <Icon aria-hidden="true" className="size-[min(2.5rem,14vw)] shrink-0" strokeWidth={1.5} />
          <h1 className="text-3xl">{view.isPaid ? 'Payment Successful!' : 'Payment Failed'}</h1>
        </div>
        <p className="mt-3 max-w-text">{view.explanation}</p>
        {view.journey && (view.journey.countdown || view.journey.reference) && (
          <dl className="mt-6 grid gap-4 rounded-field bg-sand p-5 min-[26rem]:grid-cols-2">
            {view.journey.reference && (
              <Highlight name="Reference">
                <span translate="no">{view.journey.reference}</span>
              </Highlight>
            )}
            {view.journey.countdown && <Highlight name={view.isMove ? 'Your move' : 'Your trip'}>{view.journey.countdown}</Highlight>}
          </dl>
        )}
        {view.bought.length > 0 && (
          <dl className="mt-6 divide-y divide-line border-y border-line">
            {view.bought.map(({ name, value }) => (
              <Line key={name} name={name}>
                {value}
              </Line>
            ))}
          </dl>
        )}
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
          <ButtonLink to={pages.bookings} state={view.isMove ? { tab: 'vehicles' } : undefined}>
            View My Bookings
          </ButtonLink>
          {view.againTourId !== undefined && (
            <Link to={pages.destinationDetails(view.againTourId)} className="text-link inline-flex min-h-11 items-center">
              Choose another date
            </Link>
          )}
        </div>
        {view.journey && children}
        <section aria-labelledby="payment" className="mt-8">
          <h2 id="payment" className="mb-3 text-lg">
            Payment
          </h2>
          <dl className="divide-y divide-line border-y border-line">
            <Line name="Transaction ID">{view.transactionId}</Line>
            <Line name="Amount">{view.amount}</Line>
            <Line name="Payment Method">{view.method}</Line>
            <Line name="Payment Date">{view.date}</Line>
            <Line name="Status">
              <span className={view.isPaid ? 'text-sea' : view.isOpen ? 'text-sun-deep' : 'text-danger'}>{view.status}</span>
            </Line>
          </dl>
          {view.receiptUrl !== undefined && (
            <a href={view.receiptUrl} target="_blank" rel="noreferrer" className="text-link mt-3 inline-flex min-h-11 items-center gap-2">
              View Receipt
              <ExternalLink aria-hidden="true" className="size-4" />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          )}
        </section>
      </div>
    </div>
  )
}

function Highlight({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-display text-xl font-semibold wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 py-3.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="flex-[1_1_6rem] text-right font-semibold text-balance wrap-anywhere">{children}</dd>
    </div>
  )
}
