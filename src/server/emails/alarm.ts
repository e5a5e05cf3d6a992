import { brand } from '#shared/brand.ts'
import { consolePages, pageHref } from '#shared/pages.ts'
import { momentInWords } from '#shared/reservations/due-moments.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { renderMail } from './layout.ts'

export const template = 'alarm'

export type AlarmState = 'begun' | 'lasts' | 'over'

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
  return { key: `${template}:${facts.name}:${at.toISOString()}:${recipient}`, template, recipient, data: facts }
}

export function render({ name, state, says, since, timeZone, siteUrl }: AlarmFacts): RenderedMail {
  const start = momentInWords(new Date(since), timeZone)
  const action = { label: 'Open Today', href: `${siteUrl}${pageHref(consolePages.today)}` }
  if (state === 'over') {
    const paragraphs = [`The alarm about ${name} that began at ${start} is over. Nothing is left to do about it.`]
    return renderMail({ subject: `Over at ${brand.name}: ${name}`, heading: `Over: ${name}`, paragraphs, action })
  }
  const isNew = state === 'begun'
  return renderMail({
    subject: `${isNew ? 'Alarm' : 'Still an alarm'} at ${brand.name}: ${name}`,
    heading: `${isNew ? 'Alarm' : 'Still an alarm'}: ${name}`,
    paragraphs: [
      ...(says === null ? [] : [says]),
      `It began at ${start}. On the site’s machine, npm run doctor looks at everything; docs/operations.md says what to do first.`,
      'We write again each day while it lasts, and once when it is over.',
    ],
    action,
  })
}

export const preview: AlarmFacts = {
  name: 'disk',
  state: 'begun',
  says: 'Only 1.2 GB are free in /var/lib/meridian. Make room, or move DATA_DIR to a larger disk: a full disk stops the database.',
  since: '2026-11-25T16:20:00.000Z',
  timeZone: 'Europe/London',
  siteUrl: 'https://www.example.com',
}
