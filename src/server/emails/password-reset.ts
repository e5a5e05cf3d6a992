import { brand } from '#shared/brand.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'password-reset'
export const secretFields = ['resetUrl'] as const

interface ResetFacts {
  name: string | null
  resetUrl: string
}

export function passwordResetMail(recipient: string, requestId: string, { name, resetUrl }: ResetFacts, expiresAt: Date): QueuedMail {
  return { key: `${template}:${requestId}`, template, recipient, expiresAt, data: { name, resetUrl } }
}

export function render({ name, resetUrl }: ResetFacts): RenderedMail {
  return renderMail({
    subject: `Choose a new password for ${brand.name}`,
    heading: 'Choose a new password',
    paragraphs: [
      `${greeting(name)}we’ve received a request to reset your password.`,
      'You can use the link once, within the next hour. If you didn’t ask for this, you can ignore this email: your password won’t change.',
    ],
    action: { label: 'Choose a new password', href: resetUrl },
  })
}

export const preview: ResetFacts = { name: 'Amelia Hart', resetUrl: 'https://www.example.com/#/reset-password?token=preview' }
