import { brand } from '#shared/brand.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { renderMail } from './layout.ts'

export const template = 'contact-confirmation'
export const secretFields = ['confirmUrl'] as const

interface ContactLink {
  reference: string
  confirmUrl: string
}

/** Names neither a person nor a trip, because anyone may be reading it. */
export function contactConfirmationMail(
  recipient: string,
  bookingId: string,
  { mailing, ...data }: ContactLink & { mailing: string },
  expiresAt: Date,
): QueuedMail {
  return { key: `${template}:${bookingId}:${mailing}`, template, recipient, bookingId, expiresAt, data }
}

export function render({ reference, confirmUrl }: ContactLink): RenderedMail {
  return renderMail({
    subject: `Should emails about booking ${reference} come to this address?`,
    heading: 'Is this your address?',
    paragraphs: [
      `Hello, someone who booked with ${brand.name} gave us this address for emails about booking ${reference}. If that was you, please confirm it.`,
      'The link is valid for seven days. If you weren’t expecting this email, you can ignore it.',
    ],
    action: { label: 'Confirm this address', href: confirmUrl },
  })
}

export const preview: ContactLink = { reference: 'M-7K3P9XQD', confirmUrl: 'https://www.example.com/#/confirm-email?token=preview' }
