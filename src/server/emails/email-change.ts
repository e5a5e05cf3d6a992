import { brand } from '#shared/brand.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { renderMail } from './layout.ts'

export const template = 'email-change'
export const secretFields = ['confirmUrl'] as const

interface ChangeFacts {
  confirmUrl: string
}

export function emailChangeMail(recipient: string, changeId: string, { confirmUrl }: ChangeFacts, expiresAt: Date): QueuedMail {
  return { key: `${template}:${changeId}`, template, recipient, expiresAt, data: { confirmUrl } }
}

export function render({ confirmUrl }: ChangeFacts): RenderedMail {
  return renderMail({
    subject: `Your new email address for ${brand.name}`,
    heading: 'Use this address from now on?',
    paragraphs: [
      `Hello, someone with a ${brand.name} account wants to use this address. Once you confirm it, you’ll use it to log in, and we’ll send emails about your bookings here.`,
      'You can use the link once, within 24 hours. If you didn’t ask for this, you can ignore this email.',
    ],
    action: { label: 'Use this address', href: confirmUrl },
  })
}

export const preview: ChangeFacts = { confirmUrl: 'https://www.example.com/#/confirm-email?token=preview' }
