import { ArrowRight, CalendarDays, Mail, MapPin, Phone, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMoney, toMoney } from '#shared/money.ts'
import { consolePages } from '#shared/pages.ts'
import type { ReadQuoteDetails } from '#shared/quotes/staff.ts'
import { PICKUP_TIME_ZONE } from '#shared/vehicles/postcodes.ts'
import { Fact, MaybeLink, PhoneLink } from '#web/components/fact.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { daysUntilText, momentText } from '#web/lib/moments.ts'
import { Panel } from '#web/components/panel.tsx'

type Props = {
  quote: ReadQuoteDetails
  now: number
  /** Of the customer's own page, for those who may see it. */
  customerPath: string | undefined
}

export function QuoteFacts({ quote, now, customerPath }: Props) {
  const { contact, account } = quote
  return (
    <Panel title="Move">
      <dl className="grid gap-5 sm:grid-cols-2">
        <Fact icon={<MapPin />} name="From">
          <Place address={quote.pickupLocation} postcode={quote.pickupPinCode} />
        </Fact>
        <Fact icon={<ArrowRight />} name="To">
          <Place address={quote.dropoffLocation} postcode={quote.dropoffPinCode} />
        </Fact>
        <Fact icon={<CalendarDays />} name="Moving date">
          {momentText(quote.pickupDate, PICKUP_TIME_ZONE)}
          <span className="block font-normal text-ink-soft">{daysUntilText(quote.pickupDate, now, PICKUP_TIME_ZONE)}</span>
        </Fact>
        <Fact icon={<User />} name="Customer">
          {account.name === contact.name ? (
            <MaybeLink to={customerPath}>{contact.name}</MaybeLink>
          ) : (
            <>
              {contact.name}
              <span className="block font-normal text-ink-soft">
                Account <MaybeLink to={customerPath}>{account.name}</MaybeLink>
              </span>
            </>
          )}
        </Fact>
        <Fact icon={<Mail />} name="Email">
          <a href={`mailto:${encodeURIComponent(contact.email)}`} className="text-link inline-flex min-h-6 items-center">
            {contact.email}
          </a>
        </Fact>
        <Fact icon={<Phone />} name="Phone">
          {contact.phone === null ? <span className="font-normal text-ink-soft">None given</span> : <PhoneLink phone={contact.phone} />}
        </Fact>
      </dl>
      {quote.notes && <Note name="Note from the customer">{quote.notes}</Note>}
    </Panel>
  )
}

function Place({ address, postcode }: { address: string; postcode: string }) {
  return (
    <>
      {address}
      {!address.includes(postcode) && <span className="block">{postcode}</span>}
    </>
  )
}

function Note({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="mt-5 rounded-field bg-cream px-4 py-3">
      <p className="text-xs font-semibold text-ink-soft">{name}</p>
      <p className="max-w-text wrap-anywhere whitespace-pre-line">{children}</p>
    </div>
  )
}

/** How a request was decided: by whom, when and why, newest first. Nothing is decided after payment. */
export function QuoteHistory({ quote }: { quote: ReadQuoteDetails }) {
  const { id, decisions, paid, currency, createdAt, contact } = quote
  return (
    <Panel title="History">
      <ol className="space-y-4 border-l-2 border-line pl-4">
        {paid && (
          <li className="relative">
            <Dot look="bg-sea" />
            <p>
              <span className="font-semibold">Paid</span> {formatMoney(toMoney(paid.amount, currency), 'if any')} ·{' '}
              <Link to={consolePages.booking(id)} className="text-link inline-flex min-h-6 items-center">
                Open the booking
              </Link>
            </p>
            <p className="text-xs text-ink-soft">{momentText(paid.at)}</p>
          </li>
        )}
        {decisions.toReversed().map(({ decision, price, version, reason, decidedAt, by }) => (
          <li key={decidedAt} className="relative">
            <Dot look={decision === 'approved' ? 'bg-sea' : 'bg-danger'} />
            <p>
              <span className="font-semibold">{decision === 'approved' ? 'Approved' : 'Declined'}</span>
              <span>{decision === 'approved' && ` at ${formatMoney(toMoney(price, currency), 'if any')}`}</span> by {by ?? 'unknown'}
              {version > 1 && decision === 'approved' && <span className="text-ink-soft"> · version {version}</span>}
            </p>
            {reason && <p className="max-w-text wrap-anywhere whitespace-pre-line">“{reason}”</p>}
            <p className="text-xs text-ink-soft">{momentText(decidedAt)}</p>
          </li>
        ))}
        <li className="relative">
          <Dot look="bg-sun" />
          <p>
            <span className="font-semibold">Requested</span> by {contact.name}
          </p>
          <p className="text-xs text-ink-soft">{momentText(createdAt)}</p>
        </li>
      </ol>
    </Panel>
  )
}

function Dot({ look }: { look: string }) {
  return (
    <span aria-hidden="true" className={classNames('absolute top-1.5 -left-[1.4375rem] size-3 rounded-pill border-2 border-paper', look)} />
  )
}
