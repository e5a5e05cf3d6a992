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
    subject: `Another email address for your ${brand.name} account`,
    heading: 'Another address for your account',
    paragraphs: [
      `${greeting(name)}in the settings of your account, with its password, somebody has asked to use ${newAddress} instead of this address. It changes once that address has been confirmed.`,
      objectUrl === null
        ? `If that was you, all is well. If not, please tell us at once: ${brand.phone} or ${brand.email}.`
        : 'If that was you, all is well. If not, keep this address: the link works for seven days, also after the change. It signs out all devices, and you get a link to choose a new password.',
    ],
    ...(objectUrl !== null && { action: { label: 'Keep this address', href: objectUrl } }),
  })
}

export const preview: ChangingFacts = {
  name: 'Amelia Hart',
  newAddress: 'a…@example.org',
  objectUrl: 'https://www.example.com/#/keep-email?token=preview',
}
