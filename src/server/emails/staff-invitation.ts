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
    subject: `Your ${brand.name} staff account`,
    heading: 'Your account is ready',
    paragraphs: [
      `Hello, an administrator at ${brand.name} has created an account for you. Choose a password to sign in.`,
      'Staff passwords must have at least 12 characters. You can use the link once, within seven days. If you weren’t expecting this email, you can ignore it.',
    ],
    action: { label: 'Choose a password', href: joinUrl },
  })
}

export const preview: InvitationFacts = { joinUrl: 'https://www.example.com/#/reset-password?token=preview' }
