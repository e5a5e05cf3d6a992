import { brand } from '#shared/brand.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { renderMail } from './layout.ts'

export const template = 'staff-invitation'
export const secretFields = ['joinUrl'] as const

interface InvitationFacts {
  joinUrl: string
}

export function staffInvitationMail(recipient: string, requestId: string, { joinUrl }: InvitationFacts, expiresAt: Date): QueuedMail {
  return { key: `${template}:${requestId}`, template, recipient, expiresAt, data: { joinUrl } }
}

export function render({ joinUrl }: InvitationFacts): RenderedMail {
  return renderMail({
    subject: `You are invited to work with ${brand.name}`,
    heading: 'Your account is ready',
    paragraphs: [
      `Hello, an administrator of ${brand.name} has made an account for you at this address. Choose a password, and you can sign in.`,
      'Staff passwords have at least 12 characters. The link works once, within the next seven days. If you do not know what this is about, you do not need to do anything.',
    ],
    action: { label: 'Choose a password', href: joinUrl },
  })
}

export const preview: InvitationFacts = { joinUrl: 'https://www.example.com/#/reset-password?token=preview' }
