import { CircleAlert, CreditCard, Mail, PencilLine, StickyNote, Ticket, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { writeNote } from '#shared/bookings/staff-calls.ts'
import { writeNoteBodySchema, type ReadStory } from '#shared/bookings/staff.ts'
import { failureText } from '#shared/mails/failures.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { KeptNote } from '#web/components/form-dialog.tsx'
import type { Tone } from '#web/components/mark.tsx'
import { Panel } from '#web/components/panel.tsx'
import { ShortIds } from '#web/components/short-ids.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { classNames } from '#web/lib/class-names.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { agoText, momentText } from '#web/lib/moments.ts'
import { useSend } from '#web/lib/use-send.ts'
import type { EventGroup, StoryEvent } from './story-events.ts'

const ICONS: Record<EventGroup, LucideIcon> = {
  booking: Ticket,
  money: CreditCard,
  email: Mail,
  note: StickyNote,
  task: CircleAlert,
  change: PencilLine,
}

const TONES: Record<Tone, string> = {
  good: 'bg-sea-tint text-sea-deep',
  bad: 'bg-danger-tint text-danger-deep',
  waiting: 'bg-sun-tint text-sun-deep',
  quiet: 'bg-sand-deep text-ink-soft',
}

const VIEWS: readonly { name: string; groups?: readonly EventGroup[] }[] = [
  { name: 'All' },
  { name: 'Money', groups: ['money', 'task'] },
  { name: 'Emails', groups: ['email'] },
  { name: 'Notes', groups: ['note'] },
  { name: 'Changes', groups: ['booking', 'change'] },
]

type Props = {
  events: StoryEvent[]
  now: number
  children: ReactNode
  renderEmailAction: (email: ReadStory['emails'][number]) => ReactNode
}

/** The booking's history, newest first. */
export function Story({ events, now, children, renderEmailAction }: Props) {
  const [view, setView] = useState(VIEWS[0])
  const shown = events.filter(({ group }) => view?.groups?.includes(group) ?? true)
  return (
    <Panel title="History">
      {children}
      <div role="group" aria-label="Filter history" className="-mx-4 mt-5 mb-4 flex gap-1.5 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0">
        {VIEWS.map((each) => (
          <button
            key={each.name}
            type="button"
            aria-pressed={each === view}
            onClick={() => setView(each)}
            className={classNames(
              'min-h-9 shrink-0 pointer-coarse:min-h-11 rounded-pill border px-3.5 text-xs font-semibold',
              each === view ? 'border-ink bg-ink text-paper' : 'border-line text-ink-soft hover:border-ink hover:text-ink',
            )}
          >
            {each.name}
          </button>
        ))}
      </div>
      {shown.length === 0 && <p className="text-ink-soft">Nothing to show.</p>}
      <ol>
        {shown.map((event) => (
          <Event key={event.id} event={event} now={now} action={event.email && renderEmailAction(event.email)} />
        ))}
      </ol>
    </Panel>
  )
}

function Event({ event, now, action }: { event: StoryEvent; now: number; action: ReactNode }) {
  const { group, tone, title, by, text, email, at } = event
  const Icon = ICONS[group]
  return (
    <li className="group relative flex gap-3 pb-5 last:pb-0">
      <span aria-hidden="true" className="absolute top-8 bottom-0 left-4 w-px bg-line group-last:hidden" />
      <span
        aria-hidden="true"
        className={classNames('relative flex size-8 shrink-0 items-center justify-center rounded-pill', TONES[tone])}
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <p className="wrap-anywhere">
          <span className="font-semibold">{title}</span>
          {by !== undefined && <span className="text-ink-soft"> by {by}</span>}
        </p>
        {text !== undefined && (
          <p
            className={classNames(
              'max-w-text wrap-anywhere whitespace-pre-line',
              group === 'note' ? 'mt-1.5 rounded-field bg-sun-tint px-3.5 py-2.5' : 'text-ink-soft',
            )}
          >
            <ShortIds text={text} of={title} />
          </p>
        )}
        {email && <Email email={email} />}
        <p className="mt-0.5 text-xs text-ink-soft">
          <time dateTime={at}>{momentText(at)}</time>, {agoText(at, now)}
        </p>
        {action}
      </div>
    </li>
  )
}

function Email({ email: { recipient, text, sentAt, failedAt, failure } }: { email: ReadStory['emails'][number] }) {
  const to = `to ${recipient}`
  return (
    <>
      <p className={failedAt === null ? 'text-ink-soft' : 'font-semibold text-danger'}>
        {recipient === null
          ? 'No email address'
          : failedAt !== null
            ? `Email failed, ${to}: ${failureText(failure ?? 'unknown')}`
            : sentAt === null
              ? `Waiting to be sent ${to}${failure === null ? '' : `; the last attempt failed: ${failureText(failure)}`}`
              : `Sent ${to}`}
      </p>
      {text !== null && (
        <details className="mt-1">
          <summary className="inline-flex min-h-6 items-center text-xs font-semibold text-coral-deep underline underline-offset-4 pointer-coarse:min-h-11 pointer-coarse:min-w-11">
            Message
          </summary>
          <p className="mt-2 max-w-text rounded-field bg-cream px-4 py-3 wrap-anywhere whitespace-pre-line">{text.trim()}</p>
        </details>
      )}
    </>
  )
}

/** Adds a note visible to all staff. `[data-note]` marks the field to focus. */
export function NoteForm({ bookingId, onDone }: { bookingId: string; onDone: () => void }) {
  const send = useSend(writeNote, consoleKey('bookings'))
  const form = useKeptForm<{ body: string }, { body: string }>({
    keepAs: `note ${bookingId}`,
    start: { body: '' },
    check: (values) => writeNoteBodySchema.safeParse(values),
    send: async (body) => {
      await send({ params: { id: bookingId }, body })
      form.forget()
      form.reset()
      onDone()
    },
  })
  return (
    <form {...form.props}>
      <KeptNote {...form.kept} className="mb-3" />
      {form.alert && <Alert className="mb-3">{form.alert}</Alert>}
      <TextArea {...form.field('body')} data-note label="Add a note" hint="Visible to all staff, but not to the customer." rows={2} />
      {form.values.body.trim() !== '' && (
        <Button type="submit" size="small" className="mt-3" isBusy={form.isBusy}>
          Add note
        </Button>
      )}
    </form>
  )
}
