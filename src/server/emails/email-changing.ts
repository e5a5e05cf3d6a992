import { brand } from '#shared/brand.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'email-changing'
export const secretFields = ['objectUrl'] as const

interface ChangingFacts {
  name: string | null
  /** Masked. */
  newAddress: string
  /** Null if this address was never confirmed, because its reader may be a stranger. */
  objectUrl: string | null
}

/** Goes to the account's current address. */
export function emailChangingMail(recipient: string, changeId: string, { name, newAddress, objectUrl }: ChangingFacts): QueuedMail {
  return { key: `${template}:${changeId}`, template, recipient, data: { name, newAddress, objectUrl } }
}

export function render({ name, newAddress, objectUrl }: ChangingFacts): RenderedMail {
  return renderMail({
    subject: `Request to change your ${brand.name} email address`,
    heading: 'Request to change your email address',
    paragraphs: [
      `${greeting(name)}someone using your password has asked to change your account’s email address to ${newAddress}. The change takes effect once that address is confirmed.`,
      objectUrl === null
        ? `If this was you, you don’t need to do anything. If not, please tell us straight away: ${brand.phone} or ${brand.email}.`
        : 'If this was you, you don’t need to do anything. If not, use the link to keep this address: it’s valid for seven days, even after the change. We’ll sign out all devices and send you a link to choose a new password.',
    ],
    ...(objectUrl !== null && { action: { label: 'Keep this address', href: objectUrl } }),
  })
}

export const preview: ChangingFacts = {
  name: 'Amelia Hart',
  newAddress: 'a…@example.org',
  objectUrl: 'https://www.example.com/#/keep-email?token=preview',
}
