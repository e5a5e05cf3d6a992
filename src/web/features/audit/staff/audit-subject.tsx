import { Link } from 'react-router'
import type { ReadAuditEntry } from '#shared/audit/staff.ts'
import { longDay } from '#shared/dates.ts'
import { parseDepartureId } from '#shared/tours/departures.ts'
import { consolePages } from '#shared/pages.ts'
import { ShortIds } from '#web/components/short-ids.tsx'

type Subject = ReadAuditEntry['subject']

/** Subjects described by the booking they belong to. */
const OF_BOOKING = new Set<string>(['payment', 'refund', 'task', 'email'])
/** Without a name these have been deleted, and their pages with them. */
const NAMED = new Set<string>(['account', 'booking', 'quote', 'tour', 'service'])

/** The entry's subject, as a link to its page. `canSeePeople` decides whether accounts are links. */
export function AuditSubject({ subject, canSeePeople }: { subject: Subject; canSeePeople: boolean }) {
  const kind = subject.kind.replaceAll('_', ' ')
  const name = nameOf(subject)
  const path = name === undefined && NAMED.has(kind) ? undefined : pathOf(subject, canSeePeople)
  if (path === undefined) {
    return (
      <>
        {kind} <ShortIds text={name ?? subject.id ?? ''} of={`the ${kind}`} />
      </>
    )
  }
  return (
    <>
      <span>{name !== undefined && `${kind}${OF_BOOKING.has(kind) ? ' of' : ''} `}</span>
      <Link to={path} className="underline hover:text-ink">
        {name ?? `View ${kind}`}
      </Link>
    </>
  )
}

function nameOf({ kind, id, name }: Subject): string | undefined {
  const departure = kind === 'departure' && id !== null ? parseDepartureId(id) : undefined
  return departure ? `${name ?? departure.tourId}, ${longDay(departure.day)}` : name
}

function pathOf({ kind, id, bookingId }: Subject, canSeePeople: boolean): string | undefined {
  if (id === null) return kind === 'settings' ? consolePages.settings : undefined
  switch (kind) {
    case 'account':
      return canSeePeople ? consolePages.person(id) : undefined
    case 'quote':
      return consolePages.quote(id)
    case 'booking':
      return consolePages.booking(id)
    case 'payment':
    case 'refund':
      return bookingId && consolePages.booking(bookingId)
    case 'task':
      return bookingId ? consolePages.booking(bookingId) : consolePages.today
    case 'tour':
      return consolePages.tour(id)
    case 'departure':
      return consolePages.departure(id)
    case 'email':
      return consolePages.oneMail(id)
    case 'enquiry':
      return consolePages.enquiry(id)
    case 'service':
      return consolePages.services
    case 'code':
      return consolePages.codes
    case 'area':
      return consolePages.coverage
    default:
      return undefined
  }
}
