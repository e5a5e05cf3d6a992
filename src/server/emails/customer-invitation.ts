import { brand } from '#shared/brand.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'customer-invitation'
export const secretFields = ['joinUrl'] as const

interface InvitationFacts {
  /** As staff typed it. Missing in emails queued before this field existed. */
  name?: string
  joinUrl: string
}

export function customerInvitationMail(recipient: string, requestId: string, facts: InvitationFacts, expiresAt: Date): QueuedMail {
  return { key: `${template}:${requestId}`, template, recipient, expiresAt, data: facts }
}

export function render({ name, joinUrl }: InvitationFacts): RenderedMail {
  return renderMail({
    subject: `Your account with ${brand.name}`,
    heading: 'Your bookings in one place',
    paragraphs: [
      `${greeting(name ?? null)}you’ve booked with us, so we’ve created an account for you. Choose a password to view your bookings, print confirmations and cancel online.`,
      'The link is valid for seven days; after that, use “Forgot password” to get a new one. If you didn’t book with us, you can ignore this email: no one can use the account without it.',
    ],
    action: { label: 'Choose a password', href: joinUrl },
  })
}

export const preview: InvitationFacts = { name: 'Ada Lovelace', joinUrl: 'https://www.example.com/#/reset-password?token=preview' }
