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
      `${greeting(name ?? null)}you have booked with us, and there is an account for you at this address. Choose a password to see your bookings, print confirmations and cancel by yourself.`,
      'The link works for seven days; after that, “Forgot password” sends a new one. If you did not book with us, you do not need to do anything: nobody can use the account without this email.',
    ],
    action: { label: 'Choose a password', href: joinUrl },
  })
}

export const preview: InvitationFacts = { name: 'Ada Lovelace', joinUrl: 'https://www.example.com/#/reset-password?token=preview' }
