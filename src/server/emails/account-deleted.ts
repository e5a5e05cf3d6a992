import { randomUUID } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'account-deleted'

interface DeletedFacts {
  name: string | null
}

/** The account's row is deleted the day after this email is sent (accounts/jobs.ts). */
export function accountDeletedMail(recipient: string, { name }: DeletedFacts): QueuedMail {
  return { key: `${template}:${randomUUID()}`, template, recipient, data: { name } }
}

export function render({ name }: DeletedFacts): RenderedMail {
  return renderMail({
    subject: `Your ${brand.name} account has been deleted`,
    heading: 'Goodbye, and safe travels',
    paragraphs: [
      `${greeting(name)}we’ve deleted your account, along with your photo, drafts, travellers’ names and everything else that identifies you.`,
      'We keep records of bookings, payments and refunds, without your name, for as long as the law requires.',
      'You are welcome to sign up again with this address at any time. If you didn’t delete your account, please call us.',
    ],
  })
}

export const preview: DeletedFacts = { name: 'Amelia Hart' }
