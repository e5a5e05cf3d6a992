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
}

export const preview: AlarmFacts = {
  name: 'disk',
  state: 'begun',
  says: 'Only 1.2 GB are free in /var/lib/meridian. Make room, or move DATA_DIR to a larger disk: a full disk stops the database.',
  since: '2026-11-25T16:20:00.000Z',
  timeZone: 'Europe/London',
  siteUrl: 'https://www.example.com',
}
