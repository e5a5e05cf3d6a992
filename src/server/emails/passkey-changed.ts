import { randomUUID } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { pageHref, pages } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'passkey-changed'

/** `copied` means a passkey was refused because its signature counter went backwards. */
export type PasskeyChange = 'added' | 'removed' | 'reset' | 'copied'

interface PasskeyFacts {
  name: string | null
  change: PasskeyChange
  /** The owner's name for the passkey; null if all were removed. */
  passkey: string | null
  siteUrl: string
}

const WHAT = {
  added: 'A passkey was added to',
  removed: 'A passkey was removed from',
  reset: 'The passkeys were removed from',
  copied: 'A passkey was refused for',
} as const

const HOW = {
  added: (passkey: string) => `you can now sign in with the passkey “${passkey}”, without a password or code.`,
  removed: (passkey: string) =>
    `the passkey “${passkey}” can no longer sign in to your account. All your other devices have been signed out.`,
  reset: () => 'our team has removed the passkeys from your account and signed out all your devices.',
  copied: (passkey: string) =>
    `someone may have tried to sign in with a copy of your passkey “${passkey}”, or the device it’s on may be faulty. We blocked the sign-in. Please remove this passkey in Settings, under Sign-in security.`,
} as const

/** Alerts an owner who did not make the change. */
export function passkeyMail(recipient: string, facts: PasskeyFacts): QueuedMail {
  return { key: `${template}:${randomUUID()}`, template, recipient, data: { ...facts } }
}

export function render({ name, change, passkey, siteUrl }: PasskeyFacts): RenderedMail {
  const paragraphs = [`${greeting(name)}${HOW[change](passkey ?? '')}`]
  if (change === 'added')
    paragraphs.push(
      'If this was you, you don’t need to do anything. If not, remove the passkey straight away, choose a new password and call us.',
    )
  if (change === 'removed' || change === 'reset')
    paragraphs.push('If you weren’t expecting this, choose a new password straight away and call us.')
  return renderMail({
    subject: `${WHAT[change]} your ${brand.name} account`,
    heading: `${WHAT[change]} your account`,
    paragraphs,
    action: { label: 'View your passkeys', href: `${siteUrl}${pageHref(pages.security)}` },
  })
}

export const preview: PasskeyFacts = {
  name: 'Amelia Hart',
  change: 'added',
  passkey: 'Chrome on Windows',
  siteUrl: 'https://www.example.com',
}
