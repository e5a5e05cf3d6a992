import { brand } from '#shared/brand.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { renderMail } from './layout.ts'

export const template = 'customer-invitation'
export const secretFields = ['joinUrl'] as const

interface InvitationFacts {
  joinUrl: string
}

/** Sent when staff book for somebody who has no account yet. From `expiresAt` on the link is of no use. */
export function customerInvitationMail(recipient: string, requestId: string, { joinUrl }: InvitationFacts, expiresAt: Date): QueuedMail {
  return { key: `${template}:${requestId}`, template, recipient, expiresAt, data: { joinUrl } }
}

export function render({ joinUrl }: InvitationFacts): RenderedMail {
  return renderMail({
    subject: `Your account with ${brand.name}`,
    heading: 'Your bookings in one place',
    paragraphs: [
      `Hello, you have booked with us, and we have made an account for you at this address. Choose a password to see your bookings, print confirmations and cancel by yourself.`,
      'The link works for seven days; after that, “Forgot password” sends a new one. If you did not book with us, you do not need to do anything: nobody can use the account without this email.',
    ],
    action: { label: 'Choose a password', href: joinUrl },
  })
}

export const preview: InvitationFacts = { joinUrl: 'https://www.example.com/#/reset-password?token=preview' }
