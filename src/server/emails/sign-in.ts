import { randomUUID } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { pageHref, pages } from '#shared/pages.ts'
import type { QueuedMail } from '#server/lib/mail-outbox.ts'
import { greeting } from './greeting.ts'
import { emailTemplate, renderMail } from './layout.ts'

interface ResetFacts {
  name: string | null
  resetUrl: string
}

export function passwordResetMail(recipient: string, requestId: string, { name, resetUrl }: ResetFacts, expiresAt: Date): QueuedMail {
  return { key: `${passwordReset.template}:${requestId}`, template: passwordReset.template, recipient, expiresAt, data: { name, resetUrl } }
}

export const passwordReset = emailTemplate({
  template: 'password-reset',
  secretFields: ['resetUrl'],
  render({ name, resetUrl }: ResetFacts) {
    return renderMail({
      subject: `Choose a new password for ${brand.name}`,
      heading: 'Choose a new password',
      paragraphs: [
        `${greeting(name)}we’ve received a request to reset your password.`,
        'You can use the link once, within the next hour. If you didn’t ask for this, you can ignore this email: your password won’t change.',
      ],
      action: { label: 'Choose a new password', href: resetUrl },
    })
  },
  preview: { name: 'Amelia Hart', resetUrl: 'https://www.example.com/#/reset-password?token=preview' },
})

interface CodeFacts {
  name: string | null
  signInCode: string
  siteUrl: string
}

export function signInCodeMail(recipient: string, requestId: string, facts: CodeFacts, expiresAt: Date): QueuedMail {
  return { key: `${codeToSignIn.template}:${requestId}`, template: codeToSignIn.template, recipient, expiresAt, data: { ...facts } }
}

export const codeToSignIn = emailTemplate({
  template: 'sign-in-code',
  secretFields: ['signInCode'],
  render({ name, signInCode, siteUrl }: CodeFacts) {
    return renderMail({
      subject: `Your code to log in to ${brand.name}`,
      heading: 'Your code to log in',
      paragraphs: [
        `${greeting(name)}there have been too many attempts to log in to your account, so we’re limiting them for a while. If you’d like to log in now, enter this code on the login page, together with your password:`,
        signInCode,
        'The code works once, within the next two hours. If you haven’t tried to log in, you don’t need to do anything: no one can use the code without your password. Never share it with anyone.',
      ],
      action: { label: 'Log in', href: `${siteUrl}${pageHref(pages.login)}` },
    })
  },
  preview: { name: 'Amelia Hart', signInCode: 'k7mp-3xqd-9vte', siteUrl: 'https://www.example.com' },
})

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
  return { key: `${passwordChanged.template}:${randomUUID()}`, template: passwordChanged.template, recipient, data: { ...facts } }
}

export const passwordChanged = emailTemplate({
  template: 'password-changed',
  render({ name, isByLink, isFirst, isCleared, siteUrl }: PasswordFacts) {
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
  },
  preview: { name: 'Amelia Hart', isByLink: true, siteUrl: 'https://www.example.com' },
})

const CLEARED =
  'This address hadn’t been confirmed before, so someone else may have signed up with it. We’ve removed the name, picture and drafts added until now. Bookings are still there.'

function whatHappened(isByLink: boolean, isFirst = false): string {
  if (isFirst) return 'someone chose a password for your account using the link we sent to this address. You can now log in with it.'
  return isByLink
    ? 'your password was changed using the link we sent to this address. All devices have been signed out.'
    : 'your password was changed in your account settings. All your other devices have been signed out.'
}

export type FactorChange = 'on' | 'off' | 'reset'

interface FactorFacts {
  name: string | null
  change: FactorChange
  siteUrl: string
}

const FACTOR_WHAT = {
  on: 'is on',
  off: 'is off',
  reset: 'has been reset',
} as const

const FACTOR_HOW = {
  on: 'from now on we’ll ask for a code from your authenticator app after your password. Please keep your recovery codes somewhere safe.',
  off: 'you now sign in with just your password.',
  reset: 'our team has turned off the extra sign-in code on your account and signed out all your devices.',
} as const

/** Alerts an owner who did not make the change. */
export function secondFactorMail(recipient: string, facts: FactorFacts): QueuedMail {
  return { key: `${secondFactorChanged.template}:${randomUUID()}`, template: secondFactorChanged.template, recipient, data: { ...facts } }
}

export const secondFactorChanged = emailTemplate({
  template: 'second-factor-changed',
  render({ name, change, siteUrl }: FactorFacts) {
    return renderMail({
      subject: `Two-step sign-in for your ${brand.name} account ${FACTOR_WHAT[change]}`,
      heading: `Two-step sign-in ${FACTOR_WHAT[change]}`,
      paragraphs: [
        `${greeting(name)}${FACTOR_HOW[change]}`,
        'If this was you, you don’t need to do anything. If not, choose a new password straight away and call us.',
      ],
      action: { label: 'This wasn’t me', href: `${siteUrl}${pageHref(pages.forgotPassword)}` },
    })
  },
  preview: { name: 'Amelia Hart', change: 'on', siteUrl: 'https://www.example.com' },
})

/** `copied` means a passkey was refused because its signature counter went backwards. */
export type PasskeyChange = 'added' | 'removed' | 'reset' | 'copied'

interface PasskeyFacts {
  name: string | null
  change: PasskeyChange
  /** The owner's name for the passkey; null if all were removed. */
  passkey: string | null
  siteUrl: string
}

const PASSKEY_WHAT = {
  added: 'A passkey was added to',
  removed: 'A passkey was removed from',
  reset: 'The passkeys were removed from',
  copied: 'A passkey was refused for',
} as const

const PASSKEY_HOW = {
  added: (passkey: string) => `you can now sign in with the passkey “${passkey}”, without a password or code.`,
  removed: (passkey: string) =>
    `the passkey “${passkey}” can no longer sign in to your account. All your other devices have been signed out.`,
  reset: () => 'our team has removed the passkeys from your account and signed out all your devices.',
  copied: (passkey: string) =>
    `someone may have tried to sign in with a copy of your passkey “${passkey}”, or the device it’s on may be faulty. We blocked the sign-in. Please remove this passkey in Settings, under Sign-in security.`,
} as const

/** Alerts an owner who did not make the change. */
export function passkeyMail(recipient: string, facts: PasskeyFacts): QueuedMail {
  return { key: `${passkeyChanged.template}:${randomUUID()}`, template: passkeyChanged.template, recipient, data: { ...facts } }
}

export const passkeyChanged = emailTemplate({
  template: 'passkey-changed',
  render({ name, change, passkey, siteUrl }: PasskeyFacts) {
    const paragraphs = [`${greeting(name)}${PASSKEY_HOW[change](passkey ?? '')}`]
    if (change === 'added')
      paragraphs.push(
        'If this was you, you don’t need to do anything. If not, remove the passkey straight away, choose a new password and call us.',
      )
    if (change === 'removed' || change === 'reset')
      paragraphs.push('If you weren’t expecting this, choose a new password straight away and call us.')
    return renderMail({
      subject: `${PASSKEY_WHAT[change]} your ${brand.name} account`,
      heading: `${PASSKEY_WHAT[change]} your account`,
      paragraphs,
      action: { label: 'View your passkeys', href: `${siteUrl}${pageHref(pages.security)}` },
    })
  },
  preview: {
    name: 'Amelia Hart',
    change: 'added',
    passkey: 'Chrome on Windows',
    siteUrl: 'https://www.example.com',
  },
})
