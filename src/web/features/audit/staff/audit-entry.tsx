import { Link } from 'react-router'
import { factTexts, wordsOf } from '#shared/audit/fact-texts.ts'
import { AUDIT_ACTIONS, type ReadAuditEntry } from '#shared/audit/staff.ts'
import { longDay } from '#shared/dates.ts'
import { consolePages } from '#shared/pages.ts'
import { parseDepartureId } from '#shared/tours/departures.ts'
import { ShortIds } from '#web/components/short-ids.tsx'
import { momentText } from '#web/lib/moments.ts'

/** `canSeePeople` decides whether accounts are links. */
export function AuditRow({ entry, canSeePeople }: { entry: ReadAuditEntry; canSeePeople: boolean }) {
  const { id, recordedAt, actor, via, action, subject, networkAddress, reason } = entry
  const facts = factTexts(entry)
  return (
    <li
      tabIndex={-1}
      data-row
      aria-labelledby={`entry-${id}`}
      className="grid items-start gap-x-5 gap-y-1 px-4 py-3 sm:px-5 lg:grid-cols-[13rem_minmax(0,1fr)_minmax(0,1.5fr)]"
    >
      <p className="text-ink-soft tabular-nums">
        {momentText(recordedAt)}
        {networkAddress && <span className="text-xs wrap-anywhere max-lg:ml-2 lg:block">{networkAddress}</span>}
      </p>
      <p className="min-w-0">
        <span className="font-semibold wrap-anywhere lg:block">{actorText(entry)}</span>
        {actor?.email && (
          <span translate="no" className="text-ink-soft wrap-anywhere max-lg:ml-2">
            {actor.email}
          </span>
        )}
        {actor && via === 'command_line' && <span className="block text-xs text-ink-soft">on the command line</span>}
      </p>
      <div className="min-w-0">
        <p id={`entry-${id}`} className="font-medium">
          {actionText(action)}
        </p>
        {subject.id !== null && (
          <p className="text-ink-soft wrap-anywhere">
            <AuditSubject subject={subject} canSeePeople={canSeePeople} />
          </p>
        )}
        {reason && <p className="max-w-text wrap-anywhere">“{reason}”</p>}
        {facts.length > 0 && (
          <ul className="mt-1 flex flex-wrap gap-1.5">
            {facts.map((fact) => (
              <li key={fact} className="rounded-[6px] bg-sand px-2 py-0.5 text-xs wrap-anywhere">
                <ShortIds text={fact} of="the item" />
              </li>
            ))}
          </ul>
        )}
        {replacedTexts(entry).map((text) => (
          <ReplacedText key={text.name} {...text} />
        ))}
      </div>
    </li>
  )
}

function ReplacedText({ name, before, after }: { name: string; before: string; after: string }) {
  return (
    <details className="mt-1.5">
      <summary className="text-xs font-semibold">{name}: before and after</summary>
      <dl className="mt-1.5 grid gap-2 text-xs sm:grid-cols-2">
        {[
          ['Before', before],
          ['After', after],
        ].map(([when, text]) => (
          <div key={when} className="min-w-0 rounded-[6px] bg-sand px-2.5 py-2">
            <dt className="font-semibold text-ink-soft">{when}</dt>
            <dd className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-line">{text === '' ? 'Nothing' : text}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

type Subject = ReadAuditEntry['subject']

/** Subjects described by the booking they belong to. */
const OF_BOOKING = new Set<string>(['payment', 'refund', 'task', 'email'])
/** Without a name these have been deleted, and their pages with them. */
const NAMED = new Set<string>(['account', 'booking', 'quote', 'tour', 'service'])

/** The entry's subject, as a link to its page. `canSeePeople` decides whether accounts are links. */
function AuditSubject({ subject, canSeePeople }: { subject: Subject; canSeePeople: boolean }) {
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

/** Describes an action; one no longer known is described by its name. */
export function actionText(action: string): string {
  return AUDIT_ACTIONS[action as keyof typeof AUDIT_ACTIONS] ?? action.replaceAll(/[._]/g, ' ')
}

/** The actor's name, or a placeholder. */
export function actorText({ actor, via, after }: Pick<ReadAuditEntry, 'actor' | 'via'> & Partial<Pick<ReadAuditEntry, 'after'>>): string {
  if (actor) return actor.name ?? 'Deleted account'
  if (after?.['guideLinkId'] !== undefined) return 'Guide (via link)'
  return via === 'command_line' ? 'The command line' : 'Not signed in'
}

export function replacedTexts({ texts }: Pick<ReadAuditEntry, 'texts'>): { name: string; before: string; after: string }[] {
  return Object.entries(texts ?? {}).map(([name, text]) => ({ name: wordsOf(name), ...text }))
}
