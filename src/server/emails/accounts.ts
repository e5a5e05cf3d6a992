import { randomUUID } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { consolePages, pageHref } from '#shared/pages.ts'
import type { QueuedMail } from '#server/lib/mail-outbox.ts'
import { greeting } from './greeting.ts'
import { emailTemplate, renderMail } from './layout.ts'

interface ConfirmationFacts {
  confirmUrl: string
}

export function emailConfirmationMail(
  recipient: string,
  requestId: string,
  { confirmUrl }: ConfirmationFacts,
  expiresAt: Date,
): QueuedMail {
  return {
    key: `${emailConfirmation.template}:${requestId}`,
    template: emailConfirmation.template,
    recipient,
    expiresAt,
    data: { confirmUrl },
  }
}

export const emailConfirmation = emailTemplate({
  template: 'email-confirmation',
  secretFields: ['confirmUrl'],
  render({ confirmUrl }: ConfirmationFacts) {
    return renderMail({
      subject: `Please confirm your email address for ${brand.name}`,
      heading: 'Is this your address?',
      paragraphs: [
        `Hello, and welcome to ${brand.name}. Please confirm your address so our emails about your bookings reach you.`,
        'The link is valid for three days. If you didn’t sign up, you can ignore this email.',
      ],
      action: { label: 'Confirm my address', href: confirmUrl },
    })
  },
  preview: { confirmUrl: 'https://www.example.com/#/confirm-email?token=preview' },
})

interface ChangeFacts {
  confirmUrl: string
}

export function emailChangeMail(recipient: string, changeId: string, { confirmUrl }: ChangeFacts, expiresAt: Date): QueuedMail {
  return { key: `${emailChange.template}:${changeId}`, template: emailChange.template, recipient, expiresAt, data: { confirmUrl } }
}

export const emailChange = emailTemplate({
  template: 'email-change',
  secretFields: ['confirmUrl'],
  render({ confirmUrl }: ChangeFacts) {
    return renderMail({
      subject: `Your new email address for ${brand.name}`,
      heading: 'Use this address from now on?',
      paragraphs: [
        `Hello, someone with a ${brand.name} account wants to use this address. Once you confirm it, you’ll use it to log in, and we’ll send emails about your bookings here.`,
        'You can use the link once, within 24 hours. If you didn’t ask for this, you can ignore this email.',
      ],
      action: { label: 'Use this address', href: confirmUrl },
    })
  },
  preview: { confirmUrl: 'https://www.example.com/#/confirm-email?token=preview' },
})

interface ChangingFacts {
  name: string | null
  /** Masked. */
  newAddress: string
  /** Null if this address was never confirmed, because its reader may be a stranger. */
  objectUrl: string | null
}

/** Goes to the account's current address. */
export function emailChangingMail(recipient: string, changeId: string, { name, newAddress, objectUrl }: ChangingFacts): QueuedMail {
  return {
    key: `${emailChanging.template}:${changeId}`,
    template: emailChanging.template,
    recipient,
    data: { name, newAddress, objectUrl },
  }
}

export const emailChanging = emailTemplate({
  template: 'email-changing',
  secretFields: ['objectUrl'],
  render({ name, newAddress, objectUrl }: ChangingFacts) {
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
  },
  preview: {
    name: 'Amelia Hart',
    newAddress: 'a…@example.org',
    objectUrl: 'https://www.example.com/#/keep-email?token=preview',
  },
})

interface DeletedFacts {
  name: string | null
}

/** The account's row is deleted the day after this email is sent (accounts/jobs.ts). */
export function accountDeletedMail(recipient: string, { name }: DeletedFacts): QueuedMail {
  return { key: `${accountDeleted.template}:${randomUUID()}`, template: accountDeleted.template, recipient, data: { name } }
}

export const accountDeleted = emailTemplate({
  template: 'account-deleted',
  render({ name }: DeletedFacts) {
    return renderMail({
      subject: `Your ${brand.name} account has been deleted`,
      heading: 'Goodbye, and safe travels',
      paragraphs: [
        `${greeting(name)}we’ve deleted your account, along with your photo, drafts, travellers’ names and everything else that identifies you.`,
        'We keep records of bookings, payments and refunds, without your name, for as long as the law requires.',
        'You are welcome to sign up again with this address at any time. If you didn’t delete your account, please call us.',
      ],
    })
  },
  preview: { name: 'Amelia Hart' },
})

interface InvitationFacts {
  /** As staff typed it. Missing in emails queued before this field existed. */
  name?: string
  joinUrl: string
}

export function customerInvitationMail(recipient: string, requestId: string, facts: InvitationFacts, expiresAt: Date): QueuedMail {
  return { key: `${customerInvitation.template}:${requestId}`, template: customerInvitation.template, recipient, expiresAt, data: facts }
}

export const customerInvitation = emailTemplate({
  template: 'customer-invitation',
  secretFields: ['joinUrl'],
  render({ name, joinUrl }: InvitationFacts) {
    return renderMail({
      subject: `Your account with ${brand.name}`,
      heading: 'Your bookings in one place',
      paragraphs: [
        `${greeting(name ?? null)}you’ve booked with us, so we’ve created an account for you. Choose a password to view your bookings, print confirmations and cancel online.`,
        'The link is valid for seven days; after that, use “Forgot password” to get a new one. If you didn’t book with us, you can ignore this email: no one can use the account without it.',
      ],
      action: { label: 'Choose a password', href: joinUrl },
    })
  },
  preview: { name: 'Ada Lovelace', joinUrl: 'https://www.example.com/#/reset-password?token=preview' },
})

interface StaffInvitationFacts {
  joinUrl: string
}

export function staffInvitationMail(recipient: string, requestId: string, { joinUrl }: StaffInvitationFacts, expiresAt: Date): QueuedMail {
  return { key: `${staffInvitation.template}:${requestId}`, template: staffInvitation.template, recipient, expiresAt, data: { joinUrl } }
}

export const staffInvitation = emailTemplate({
  template: 'staff-invitation',
  secretFields: ['joinUrl'],
  render({ joinUrl }: StaffInvitationFacts) {
    return renderMail({
      subject: `Your ${brand.name} staff account`,
      heading: 'Your account is ready',
      paragraphs: [
        `Hello, an administrator at ${brand.name} has created an account for you. Choose a password to sign in.`,
        'Staff passwords must have at least 12 characters. You can use the link once, within seven days. If you weren’t expecting this email, you can ignore it.',
      ],
      action: { label: 'Choose a password', href: joinUrl },
    })
  },
  preview: { joinUrl: 'https://www.example.com/#/reset-password?token=preview' },
})

interface AdministratorFacts {
  accountId: string
  address: string
  how: 'role' | 'invited' | 'enabled' | 'command_line'
  /** Email address of the person who made the change; null if no one was named. */
  by: string | null
  siteUrl: string
}

const HOW = {
  role: 'has been made an administrator',
  invited: 'has been invited as an administrator',
  enabled: 'is an administrator whose account has been re-enabled',
  command_line: 'has been made an administrator on the command line',
} as const

/** Sent to every administrator, so that anyone who did not expect it can still revoke the role. */
export function newAdministratorMail(recipient: string, facts: AdministratorFacts): QueuedMail {
  return { key: `${newAdministrator.template}:${randomUUID()}`, template: newAdministrator.template, recipient, data: { ...facts } }
}

export const newAdministrator = emailTemplate({
  template: 'new-administrator',
  render({ accountId, address, how, by, siteUrl }: AdministratorFacts) {
    const who = by === null ? '' : ` by ${by}`
    return renderMail({
      subject: `${brand.name} has a new administrator`,
      heading: 'A new administrator',
      paragraphs: [
        `Hello, ${address} ${HOW[how]}${who}. Administrators can change roles, disable accounts and make payment decisions.`,
        'If you expected this, you don’t need to do anything. If not, remove the role or disable the account straight away and find out who did it: the audit log shows when, and from where.',
      ],
      action: { label: 'Open the account', href: `${siteUrl}${pageHref(consolePages.person(accountId))}` },
    })
  },
  preview: {
    accountId: 'preview',
    address: 'noor@example.com',
    how: 'role',
    by: 'ada@example.com',
    siteUrl: 'https://www.example.com',
  },
})
