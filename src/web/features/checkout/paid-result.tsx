import { BookmarkCheck, CircleCheck, CircleX, Clock, Mail, MessageCircle, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { brand } from '#shared/brand.ts'
import { pages } from '#shared/pages.ts'
import type { PaidOutcome } from '#shared/payments/paid-pages.ts'
import { ButtonAnchor } from '#web/components/button.tsx'
import { toPaidView, type Paid } from './paid-view.ts'

const LOOKS: Record<PaidOutcome, { icon: typeof Clock; tone: string }> = {
  paid: { icon: CircleCheck, tone: 'bg-sea-tint text-sea-deep' },
  confirming: { icon: Clock, tone: 'bg-sun-tint text-sun-deep' },
  checking: { icon: Clock, tone: 'bg-sun-tint text-sun-deep' },
  returned: { icon: RotateCcw, tone: 'bg-sun-tint text-sun-deep' },
  unpaid: { icon: CircleX, tone: 'bg-danger-tint text-danger-deep' },
  cancelled: { icon: CircleX, tone: 'bg-danger-tint text-danger-deep' },
}

type Props = { paid: Paid; calendar: ReactNode; payHref: string }

/** What was paid and what happens next, for someone who paid by an emailed link. `calendar` links to the calendar file. */
export function PaidResult({ paid, calendar, payHref }: Props) {
  const view = toPaidView(paid)
  const { icon: Icon, tone } = LOOKS[view.canPay ? 'confirming' : paid.outcome]
  return (
    <article className="overflow-hidden rounded-card bg-paper shadow-card">
      <div role="status" className={`px-6 py-8 sm:px-10 sm:py-10 ${tone}`}>
        <Icon aria-hidden="true" className="mb-4 size-12" strokeWidth={1.5} />
        <h1 className="text-3xl">{view.heading}</h1>
        <p className="mt-3 max-w-text text-ink">{view.text}</p>
        {view.canPay && (
          <ButtonAnchor href={payHref} className="mt-6">
            Pay now
          </ButtonAnchor>
        )}
      </div>
      <div className="grid gap-x-12 gap-y-8 px-6 py-8 sm:px-10 sm:py-10 md:grid-cols-[1fr_auto]">
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] content-start gap-x-8 gap-y-5 sm:grid-cols-2">
          {view.facts.map(({ name, value }, place) => (
            <div key={name} className={place === 0 ? 'col-span-full' : 'min-w-0'}>
              <dt className="text-sm text-ink-soft">{name}</dt>
              <dd className={place === 0 ? 'font-display text-xl font-semibold' : 'font-semibold wrap-anywhere'}>{value}</dd>
            </div>
          ))}
        </dl>
        {view.amount !== undefined && (
          <p className="max-md:order-first max-md:border-b max-md:pb-6 border-dashed border-line md:border-l md:pl-12">
            <span className="block text-sm text-ink-soft">{view.amountName}</span>
            <span className="font-display text-3xl font-semibold tabular-nums wrap-anywhere">{view.amount}</span>
          </p>
        )}
      </div>
      <div className="border-t border-dashed border-line px-6 py-8 sm:px-10 sm:py-10">
        <h2 className="text-xl">{view.isBooked ? 'What happens next' : 'We are here for you'}</h2>
        <ul className="mt-5 grid gap-6 sm:grid-cols-2">
          {view.isBooked && !view.isEmailed && (
            <Next icon={<BookmarkCheck />} title="Please keep your reference">
              <p>We don’t have your email address, so we can’t send a confirmation. If you’d like one, call us with your address.</p>
              {calendar}
            </Next>
          )}
          {view.isBooked && view.isEmailed && (
            <Next icon={<Mail />} title="A confirmation is on its way">
              <p>We’re sending it to the email address on your booking. If it doesn’t arrive in a few minutes, check your spam folder.</p>
              {calendar}
            </Next>
          )}
          <Next icon={<MessageCircle />} title={view.isBooked ? 'Questions, or a change of plans?' : 'Any questions?'}>
            <p>Just give us your reference: it’s all we need.</p>
            <p className="flex flex-wrap gap-x-6">
              <a href={brand.phoneHref} className="text-link inline-flex min-h-11 items-center">
                {brand.phone}
              </a>
              <a href={`mailto:${brand.email}`} className="text-link inline-flex min-h-11 items-center wrap-anywhere">
                {brand.email}
              </a>
            </p>
          </Next>
        </ul>
        {view.isBooked && view.isEmailed && (
          <p className="mt-6 text-sm text-ink-soft">
            If you have an account, you’ll also find this booking in{' '}
            <Link to={pages.bookings} className="text-link">
              My Bookings
            </Link>
            .
          </p>
        )}
      </div>
    </article>
  )
}

function Next({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span aria-hidden="true" className="flex size-11 shrink-0 items-center justify-center rounded-pill bg-sand text-ink [&_svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="text-base font-semibold">{title}</h3>
        <div className="mt-1 text-ink-soft">{children}</div>
      </div>
    </li>
  )
}
