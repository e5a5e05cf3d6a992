import { factTexts } from '#shared/audit/fact-texts.ts'
import { AUDIT_ACTIONS, type ReadAuditEntry } from '#shared/audit/staff.ts'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { TASK_KINDS, type TaskKind } from '#shared/tasks/staff.ts'
import type { Tone } from '#web/components/mark.tsx'
import { amountText } from '#web/lib/amounts.ts'
import { causeOf, disputeStatusOf, refundStateOf, roleOf, spoken } from './story-texts.ts'
import { providerReason, withProviderReasons } from '#web/lib/provider-codes.ts'

export type EventGroup = 'booking' | 'money' | 'email' | 'note' | 'task' | 'change'

export type StoryEvent = {
  id: string
  at: string
  group: EventGroup
  tone: Tone
  title: string
  by?: string | undefined
  /** A note, or the reason. */
  text?: string | undefined
  email?: ReadStory['emails'][number]
}

/** Audit entries that the story already covers in more detail. */
const SHOWN_ELSEWHERE = new Set([
  'note.written',
  'quote.approved',
  'quote.declined',
  'quote.withdrawn',
  'task.closed',
  'booking.reserved',
  'booking.cancelled',
  'booking.withdrawn',
  'payment.recorded',
  'payment.voided',
])

/** Merges the booking's events, newest first. `audit` is only available to users who may read it. */
export function eventsOf(story: ReadStory, audit: readonly ReadAuditEntry[] = []): StoryEvent[] {
  const cancellation = audit.find(({ action }) => action === 'booking.cancelled' || action === 'booking.withdrawn')
  const [created, ...life] = lifeOf(story, cancellation)
  const events = [
    ...(created ? [created] : []),
    ...moneyOf(story, cancellation && actorOf(cancellation)),
    ...life,
    ...story.emails.map(emailEvent),
    ...story.decisions.map((each): StoryEvent => {
      const isApproval = each.decision === 'approved'
      return {
        id: `decision ${each.decidedAt}`,
        at: each.decidedAt,
        group: 'change',
        tone: isApproval ? 'good' : 'bad',
        title: isApproval ? `Quote approved at ${amountText(each)}` : 'Request declined',
        by: each.decidedBy ?? undefined,
        text: each.reason ?? undefined,
      }
    }),
    ...story.tasks.flatMap(taskEvents),
    ...story.notes.map((note): StoryEvent => {
      return { id: note.id, at: note.writtenAt, group: 'note', tone: 'quiet', title: 'Note', by: note.writtenBy, text: note.body }
    }),
    ...audit.filter(({ action }) => !SHOWN_ELSEWHERE.has(action)).map((entry) => changeEvent(entry, story.booking.currency)),
  ]
  // The card provider only has whole seconds; events within the same second keep the order above.
  return events.toSorted((one, other) => secondOf(one) - secondOf(other)).toReversed()
}

function secondOf({ at }: StoryEvent): number {
  return Math.floor(Date.parse(at) / 1000)
}

function lifeOf({ booking }: ReadStory, cancellation: ReadAuditEntry | undefined): StoryEvent[] {
  const { id, kind, customer, createdAt, confirmedAt, cancelledAt, expiredAt, withdrawnAt, cancelReason } = booking
  const event = (name: string, at: string | null, rest: Pick<StoryEvent, 'title' | 'tone' | 'by' | 'text'>): StoryEvent[] =>
    at === null ? [] : [{ id: `${name} ${id}`, at, group: 'booking', ...rest }]
  return [
    ...event('created', createdAt, {
      title: kind === 'tour' ? 'Booked' : 'Quote requested',
      tone: 'waiting',
      by: booking.reservation?.madeBy ?? customer.name,
    }),
    ...event('confirmed', confirmedAt, { title: 'Booking confirmed', tone: 'good' }),
    ...event('expired', expiredAt, { title: 'Expired unpaid', tone: 'quiet' }),
    ...event('withdrawn', withdrawnAt, { title: 'Request withdrawn by the customer', tone: 'quiet', by: customer.name }),
    ...event('cancelled', cancelledAt, {
      title: cancellation?.after?.['withDeparture'] ? 'Booking cancelled (departure cancelled)' : 'Booking cancelled',
      tone: 'bad',
      by: cancellation && actorOf(cancellation),
      text: cancelReason ?? undefined,
    }),
  ]
}

function moneyOf({ attempts, payments, refunds }: ReadStory, cancelledBy: string | undefined): StoryEvent[] {
  const event = (id: string, at: string | null, rest: Pick<StoryEvent, 'title' | 'tone' | 'text' | 'by'>): StoryEvent[] =>
    at === null ? [] : [{ id, at, group: 'money', ...rest }]
  return [
    ...attempts.flatMap((attempt) => [
      ...event(`opened ${attempt.id}`, attempt.createdAt, { title: `Checkout opened for ${amountText(attempt)}`, tone: 'quiet' }),
      ...(attempt.status === 'complete'
        ? []
        : event(`closed ${attempt.id}`, attempt.closedAt, { title: 'Checkout expired unpaid', tone: 'quiet' })),
    ]),
    ...payments.flatMap((payment) => [
      ...event(`paid ${payment.id}`, payment.paidAt, {
        title: `${amountText(payment)} paid`,
        by: payment.recordedBy === null ? undefined : `${payment.method}, recorded by ${payment.recordedBy}`,
        tone: payment.role === 'primary' ? 'good' : payment.voided ? 'quiet' : 'bad',
        text: payment.role === 'primary' || payment.voided ? undefined : roleOf(payment.role).name,
      }),
      ...event(`voided ${payment.id}`, payment.voided?.at ?? null, {
        title: `Payment of ${amountText(payment)} voided`,
        tone: 'bad',
        by: payment.voided?.by ?? undefined,
        text: payment.voided?.reason,
      }),
      ...(payment.disputes ?? []).flatMap((dispute) => [
        ...event(`disputed ${dispute.id}`, dispute.openedAt, {
          title: dispute.standing === 'inquiry' ? `Bank inquiry about ${amountText(dispute)}` : `${amountText(dispute)} disputed`,
          text: sentence(spoken(dispute.reason)),
          tone: 'bad',
        }),
        ...event(`ended ${dispute.id}`, dispute.endedAt, {
          title: `Dispute over ${amountText(dispute)}: ${disputeStatusOf(dispute.status)}`,
          tone: dispute.standing === 'lost' ? 'bad' : 'good',
        }),
      ]),
    ]),
    ...refunds.flatMap((refund) => {
      const { name, tone } = refundStateOf(refund.state)
      const failure = refund.failure === null ? '' : ` (${providerReason(refund.failure)})`
      const title = `Refund of ${amountText(refund)}: ${name.toLowerCase()}${failure}`
      const by = refund.cause === 'cancellation' ? cancelledBy : undefined
      return event(`refund ${refund.id}`, refund.createdAt, { title, tone, by, text: refund.reason ?? sentence(causeOf(refund.cause)) })
    }),
  ]
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function emailEvent(email: ReadStory['emails'][number]): StoryEvent {
  const { id, subject, createdAt, sentAt, failedAt } = email
  const tone = failedAt === null ? (sentAt === null ? 'waiting' : 'quiet') : 'bad'
  return { id, at: sentAt ?? failedAt ?? createdAt, group: 'email', tone, title: subject, email }
}

function taskEvents(task: ReadStory['tasks'][number]): StoryEvent[] {
  const kind = TASK_KINDS[task.kind as TaskKind] ?? task.kind
  const opened: StoryEvent = {
    id: task.id,
    at: task.openedAt,
    group: 'task',
    tone: 'waiting',
    title: `Task: ${kind}`,
    text: withProviderReasons(task.cause),
  }
  if (task.closedAt === null) return [opened]
  const title = `Task closed: ${kind}`
  return [opened, { id: `closed ${task.id}`, at: task.closedAt, group: 'task', tone: 'quiet', title, text: task.outcome ?? undefined }]
}

function changeEvent(entry: ReadAuditEntry, currency: string): StoryEvent {
  const { id, recordedAt, action } = entry
  return {
    id: `audit ${id}`,
    at: recordedAt,
    group: 'change',
    tone: 'quiet',
    title: AUDIT_ACTIONS[action as keyof typeof AUDIT_ACTIONS] ?? action,
    by: actorOf(entry),
    text: factTexts({ ...entry, currency: entry.currency ?? currency }).join(', ') || undefined,
  }
}

function actorOf({ actor, via, after }: ReadAuditEntry): string {
  const name = actor?.name ?? actor?.email
  if (name) return name
  if (after?.['guideLinkId'] !== undefined) return 'a guide (via link)'
  return via === 'command_line' ? 'the command line' : 'a deleted account'
}
