import { randomUUID } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { pageHref, pages } from '#shared/paths.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'password-changed'

interface PasswordFacts {
  /** Null: greeted without it (greeting.ts). */
  name: string | null
  /** Whether it was changed with the emailed link rather than in the settings. */
  isByLink: boolean
  siteUrl: string
}

/** Sent after every change of a password, so that an owner who did not make it learns of it. */
export function passwordChangedMail(recipient: string, { name, isByLink, siteUrl }: PasswordFacts): QueuedMail {
  return { key: `${template}:${randomUUID()}`, template, recipient, data: { name, isByLink, siteUrl } }
}

export function render({ name, isByLink, siteUrl }: PasswordFacts): RenderedMail {
  return renderMail({
    subject: `Your ${brand.name} password has been changed`,
    heading: 'Your password has been changed',
    paragraphs: [
      isByLink
        ? `${greeting(name)}your password was changed with the link that we sent to this address. All devices have been signed out.`
        : `${greeting(name)}your password was changed in the settings of your account. All other devices have been signed out.`,
      'If that was you, all is well. If not, choose a new password at once, and call us.',
    ],
    action: { label: 'This was not me', href: `${siteUrl}${pageHref(pages.forgotPassword)}` },
  })
}

export const preview: PasswordFacts = { name: 'Amelia Hart', isByLink: true, siteUrl: 'https://www.example.com' }
