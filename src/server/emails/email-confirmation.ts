import { brand } from '#shared/brand.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { renderMail } from './layout.ts'

export const template = 'email-confirmation'
export const secretFields = ['confirmUrl'] as const

interface ConfirmationFacts {
  confirmUrl: string
}

export function emailConfirmationMail(
  recipient: string,
  requestId: string,
  { confirmUrl }: ConfirmationFacts,
  expiresAt: Date,
): QueuedMail {
  return { key: `${template}:${requestId}`, template, recipient, expiresAt, data: { confirmUrl } }
}

export function render({ confirmUrl }: ConfirmationFacts): RenderedMail {
  return renderMail({
    subject: `Please confirm your email address for ${brand.name}`,
    heading: 'Is this your address?',
    paragraphs: [
      `Hello, and welcome to ${brand.name}. Please confirm your address so our emails about your bookings reach you.`,
      'The link is valid for three days. If you didn’t sign up, you can ignore this email.',
    ],
    action: { label: 'Confirm my address', href: confirmUrl },
  })
}

export const preview: ConfirmationFacts = { confirmUrl: 'https://www.example.com/#/confirm-email?token=preview' }
