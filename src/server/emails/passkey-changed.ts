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
  added: (passkey: string) => `the passkey “${passkey}” opens your account from now on, without password and code.`,
  removed: (passkey: string) => `the passkey “${passkey}” no longer opens your account. All your other devices have been signed out.`,
  reset: () => 'our team has removed the passkeys of your account, and all your devices have been signed out.',
  copied: (passkey: string) =>
    `somebody tried to sign in with a copy of your passkey “${passkey}”, or the device that holds it is faulty. We have refused it. Please remove this passkey in Settings, under Sign-in security.`,
} as const

/** Alerts an owner who did not make the change. */
export function passkeyMail(recipient: string, facts: PasskeyFacts): QueuedMail {
  return { key: `${template}:${randomUUID()}`, template, recipient, data: { ...facts } }
}

export function render({ name, change, passkey, siteUrl }: PasskeyFacts): RenderedMail {
  const paragraphs = [`${greeting(name)}${HOW[change](passkey ?? '')}`]
  if (change === 'added') paragraphs.push('If that was you, all is well. If not, remove it at once, choose a new password, and call us.')
  if (change === 'removed' || change === 'reset') paragraphs.push('If that surprises you, choose a new password at once, and call us.')
  return renderMail({
    subject: `${WHAT[change]} your ${brand.name} account`,
    heading: `${WHAT[change]} your account`,
    paragraphs,
    action: { label: 'See your passkeys', href: `${siteUrl}${pageHref(pages.security)}` },
  })
}

export const preview: PasskeyFacts = {
  name: 'Amelia Hart',
  change: 'added',
  passkey: 'Chrome on Windows',
  siteUrl: 'https://www.example.com',
}
