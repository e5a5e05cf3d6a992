import { brand } from '#shared/brand.ts'
import { consolePages, pageHref } from '#shared/pages.ts'
import { momentInWords } from '#shared/reservations/due-moments.ts'
import type { QueuedMail } from '#server/lib/mail-outbox.ts'
import { emailTemplate, renderMail } from './layout.ts'

type AlarmState = 'begun' | 'lasts' | 'over'

interface AlarmFacts {
  /** What is wrong, in a word or two. */
  name: string
  state: AlarmState
  /** What was found; null once it is over. */
  says: string | null
  since: string
  timeZone: string
  siteUrl: string
}

/** `at` tells the emails about one alarm apart. */
export function alarmMail(recipient: string, at: Date, facts: AlarmFacts): QueuedMail {
  return { key: `${alarm.template}:${facts.name}:${at.toISOString()}:${recipient}`, template: alarm.template, recipient, data: facts }
}

export const alarm = emailTemplate({
  template: 'alarm',
  render({ name, state, says, since, timeZone, siteUrl }: AlarmFacts) {
    const start = momentInWords(new Date(since), timeZone)
    const action = { label: 'Open Today', href: `${siteUrl}${pageHref(consolePages.today)}` }
    if (state === 'over') {
      const paragraphs = [`The ${name} alert that started at ${start} has cleared. You don’t need to do anything.`]
      return renderMail({ subject: `Resolved at ${brand.name}: ${name}`, heading: `Resolved: ${name}`, paragraphs, action })
    }
    const isNew = state === 'begun'
    return renderMail({
      subject: `${isNew ? 'Alert' : 'Alert continues'} at ${brand.name}: ${name}`,
      heading: `${isNew ? 'Alert' : 'Alert continues'}: ${name}`,
      paragraphs: [
        ...(says === null ? [] : [says]),
        `Started at ${start}. Run npm run doctor on the server to check everything; docs/operations.md explains what to do first.`,
        'We’ll email you daily until it clears, and once more when it does.',
      ],
      action,
    })
  },
  preview: {
    name: 'disk',
    state: 'begun',
    says: 'Only 1.2 GB are free in /var/lib/meridian. Make room, or move DATA_DIR to a larger disk: a full disk stops the database.',
    since: '2026-11-25T16:20:00.000Z',
    timeZone: 'Europe/London',
    siteUrl: 'https://www.example.com',
  },
})

interface OpenedTasks {
  /** The first few tasks, oldest first. */
  tasks: { id: string; title: string; cause: string; reference: string | null }[]
  total: number
}

/** One email covers all tasks opened since the previous one. */
export function tasksOpenedMail(at: Date, opened: OpenedTasks): QueuedMail {
  return { key: `${tasksOpened.template}:${at.toISOString()}`, template: tasksOpened.template, recipient: brand.email, data: opened }
}

export const tasksOpened = emailTemplate({
  template: 'tasks-opened',
  render({ tasks, total }: OpenedTasks) {
    const count = total === 1 ? 'One new task needs' : `${total} new tasks need`
    const others = total > tasks.length ? [`And ${total - tasks.length} more: npm run tasks -- list`] : []
    return renderMail({
      subject: `${count} attention at ${brand.name}`,
      heading: `${count} attention`,
      paragraphs: [...tasks.map(paragraphOf), ...others],
    })
  },
  preview: {
    tasks: [
      {
        id: '5b0e6d1c-8d52-4c4f-9d8f-0a8b7d8d4a10',
        title: 'Failed refund',
        cause: 'Refund re_1P didn’t go through (expired_or_canceled_card). Resend it, or repay the customer another way.',
        reference: 'M-7K3P9XQD',
      },
    ],
    total: 3,
  },
})

function paragraphOf({ id, title, cause, reference }: OpenedTasks['tasks'][number]): string {
  return `${title}${reference ? ` (${reference})` : ''}\n${cause}\nnpm run tasks -- show ${id.slice(0, 8)}`
}
