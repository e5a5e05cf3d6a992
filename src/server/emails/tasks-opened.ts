import { brand } from '#shared/brand.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { renderMail } from './layout.ts'

export const template = 'tasks-opened'

interface OpenedTasks {
  /** The first few tasks, oldest first. */
  tasks: { id: string; title: string; cause: string; reference: string | null }[]
  total: number
}

/** One email covers all tasks opened since the previous one. */
export function tasksOpenedMail(at: Date, opened: OpenedTasks): QueuedMail {
  return { key: `${template}:${at.toISOString()}`, template, recipient: brand.email, data: opened }
}

export function render({ tasks, total }: OpenedTasks): RenderedMail {
  const count = total === 1 ? 'One new task needs' : `${total} new tasks need`
  const others = total > tasks.length ? [`And ${total - tasks.length} more: npm run tasks -- list`] : []
  return renderMail({
    subject: `${count} attention at ${brand.name}`,
    heading: `${count} attention`,
    paragraphs: [...tasks.map(paragraphOf), ...others],
  })
}

function paragraphOf({ id, title, cause, reference }: OpenedTasks['tasks'][number]): string {
  return `${title}${reference ? ` (${reference})` : ''}\n${cause}\nnpm run tasks -- show ${id.slice(0, 8)}`
}

export const preview: OpenedTasks = {
  tasks: [
    {
      id: '5b0e6d1c-8d52-4c4f-9d8f-0a8b7d8d4a10',
      title: 'Failed refund',
      cause: 'Refund re_1P didn’t go through (expired_or_canceled_card). Resend it, or repay the customer another way.',
      reference: 'M-7K3P9XQD',
    },
  ],
  total: 3,
}
