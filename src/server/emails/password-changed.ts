import { randomUUID } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { pageHref, pages } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'password-changed'

interface PasswordFacts {
  name: string | null
  /** True if changed with an emailed link rather than in the settings. */
  isByLink: boolean
  /** True if an invited account has set its first password. */
  isFirst?: boolean
  /** True if the account was cleared because its address had never been confirmed. */
  isCleared?: boolean
  siteUrl: string
}

/** Alerts an owner who did not make the change. */
export function passwordChangedMail(recipient: string, facts: PasswordFacts): QueuedMail {
  return { key: `${template}:${randomUUID()}`, template, recipient, data: { ...facts } }
}

export function render({ name, isByLink, isFirst, isCleared, siteUrl }: PasswordFacts): RenderedMail {
  return renderMail({
    subject: isFirst ? `Your ${brand.name} account now has a password` : `Your ${brand.name} password has been changed`,
    heading: isFirst ? 'Your account now has a password' : 'Your password has been changed',
    paragraphs: [
      `${greeting(name)}${whatHappened(isByLink, isFirst)}`,
      ...(isCleared ? [CLEARED] : []),
      'If this was you, you don’t need to do anything. If not, choose a new password straight away and call us.',
    ],
    action: { label: 'This wasn’t me', href: `${siteUrl}${pageHref(pages.forgotPassword)}` },
  })
}

const CLEARED =
  'This address hadn’t been confirmed before, so someone else may have signed up with it. We’ve removed the name, picture and drafts added until now. Bookings are still there.'

function whatHappened(isByLink: boolean, isFirst = false): string {
  if (isFirst) return 'someone chose a password for your account using the link we sent to this address. You can now log in with it.'
  return isByLink
    ? 'your password was changed using the link we sent to this address. All devices have been signed out.'
    : 'your password was changed in your account settings. All your other devices have been signed out.'
}

export const preview: PasswordFacts = { name: 'Amelia Hart', isByLink: true, siteUrl: 'https://www.example.com' }
