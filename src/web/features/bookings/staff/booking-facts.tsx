import { CalendarDays, Clock, Mail, Phone, Ticket, User, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pickupText } from '#shared/bookings/bought.ts'
import { guestsText } from '#shared/bookings/guests-text.ts'
import { daysBetween, longDay, type Day } from '#shared/dates.ts'
import { consolePages } from '#shared/pages.ts'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { Fact, MaybeLink, PhoneLink } from '#web/components/fact.tsx'
import { Panel } from '#web/components/panel.tsx'
import { SoldLines, toShownLines } from '#web/components/sold-lines.tsx'
import { daysText, momentText } from '#web/lib/moments.ts'
import { callText } from '#web/lib/customer-texts.ts'
import { addressOf, NO_FILTERS, type ListFilters } from './list-filters.ts'

type Props = {
  booking: ReadStory['booking']
  today: Day
  /** Link to the customer's page; undefined for users who may not see it. */
  customerPath: string | undefined
  /** Refund terms, one per line. */
  policy: readonly string[]
  customerAction: ReactNode
  emailAction: ReactNode
}

export function BookingFacts({ booking, today, customerPath, policy, customerAction, emailAction }: Props) {
  const { kind, startsOn, tourId, guests, travellers, createdAt, customer, contact, phone, emailsTo, option, lines, currency } = booking
  const day = `${startsOn}..${startsOn}`
  return (
    <Panel title={kind === 'tour' ? 'Trip' : 'Move'}>
      <dl className="grid gap-5 sm:grid-cols-2">
        <Fact icon={<CalendarDays />} name="Date">
          {longDay(startsOn)}
          <span className="font-normal text-ink-soft"> · {daysText(daysBetween(today, startsOn))}</span>
          {tourId !== null && (
            <span className="block">
              <Others filters={{ tour: tourId, travel: day }}>All bookings for this departure</Others>
            </span>
          )}
        </Fact>
        {guests !== null && (
          <Fact icon={<Users />} name="Guests">
            {guestsText(guests)}
            <span className="block font-normal text-ink-soft">{travellers.length > 0 ? travellers.join(', ') : 'No names given.'}</span>
          </Fact>
        )}
        {option && (
          <Fact icon={<Ticket />} name="Option">
            {[option.name, option.startTime].filter(Boolean).join(', ')}
            {option.pickup && <span className="block font-normal text-ink-soft">Pickup: {pickupText(option)}</span>}
            {lines && <SoldLines lines={toShownLines(lines)} currency={currency} />}
          </Fact>
        )}
        <Fact icon={<User />} name="Customer">
          <MaybeLink to={customerPath}>{customer.name}</MaybeLink>
          <span className="block">
            <Others filters={{ search: customer.email ?? phone?.number ?? customer.name }}>All bookings by this customer</Others>
          </span>
          {customerAction}
        </Fact>
        <Fact icon={<Mail />} name="Email">
          {emailsTo.email === null ? (
            callText(phone)
          ) : (
            <>
              <a href={`mailto:${encodeURIComponent(emailsTo.email)}`} className="text-link inline-flex min-h-6 items-center">
                {emailsTo.email}
              </a>
              {emailAction}
            </>
          )}
        </Fact>
        {phone && (
          <Fact icon={<Phone />} name="Phone">
            <PhoneLink phone={phone} />
          </Fact>
        )}
        {contact && (contact.phone !== null || contact.email !== customer.email) && (
          <Fact icon={<Phone />} name="Contact">
            {[contact.name, contact.email].filter(Boolean).join(', ')}
            {contact.phone !== null && (
              <span className="block">
                <PhoneLink phone={contact.phone} />
              </span>
            )}
          </Fact>
        )}
        <Fact icon={<Clock />} name={kind === 'tour' ? 'Booked' : 'Requested'}>
          {momentText(createdAt)}
        </Fact>
      </dl>
      {policy.length > 0 && (
        <div className="mt-5 rounded-field bg-cream px-4 py-3">
          <p className="text-xs font-semibold text-ink-soft">Refund if cancelled</p>
          {policy.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
    </Panel>
  )
}

function Others({ filters, children }: { filters: Partial<ListFilters>; children: string }) {
  return (
    <Link
      to={`${consolePages.bookings}${addressOf({ ...NO_FILTERS, ...filters })}`}
      className="text-link inline-flex min-h-6 items-center text-xs pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  )
}
