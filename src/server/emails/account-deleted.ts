import { randomUUID } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { renderMail } from './layout.ts'

export const template = 'account-deleted'

interface DeletedFacts {
  name: string
}

/** The last mail that an account gets. Its row is forgotten soon after (accounts/jobs.ts). */
export function accountDeletedMail(recipient: string, { name }: DeletedFacts): QueuedMail {
  return { key: `${template}:${randomUUID()}`, template, recipient, data: { name } }
}

export function render({ name }: DeletedFacts): RenderedMail {
  return renderMail({
    subject: `Your account at ${brand.name} is deleted`,
    heading: 'Goodbye, and safe travels',
    paragraphs: [
      `Dear ${name}, your account is deleted, with your photo, drafts, names of travellers and everything else that says who you are.`,
      'What was booked, paid and refunded is kept without your name for as long as the law asks us to keep our books.',
      'You are welcome to sign up again with this address at any time. If you did not delete your account, please call us.',
    ],
  })
}

export const preview: DeletedFacts = { name: 'Amelia Hart' }
