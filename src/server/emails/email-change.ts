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
      `Hello, somebody with an account at ${brand.name} would like to use this address. Once you have confirmed it, you log in with it, and all emails about your bookings come here.`,
      'The link works for a day, once. If you did not ask for it, you do not need to do anything.',
    ],
    action: { label: 'Use this address', href: confirmUrl },
  })
}

export const preview: ChangeFacts = { confirmUrl: 'https://www.example.com/#/confirm-email?token=preview' }
