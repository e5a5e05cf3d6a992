import { randomUUID } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { pageHref, pages } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'second-factor-changed'

export type FactorChange = 'on' | 'off' | 'reset'

interface FactorFacts {
  name: string | null
  change: FactorChange
  siteUrl: string
}

const WHAT = {
  on: 'is on',
  off: 'is off',
  reset: 'has been reset',
} as const

const HOW = {
  on: 'from now on we’ll ask for a code from your authenticator app after your password. Please keep your recovery codes somewhere safe.',
  off: 'you now sign in with just your password.',
  reset: 'our team has turned off the extra sign-in code on your account and signed out all your devices.',
} as const

/** Alerts an owner who did not make the change. */
export function secondFactorMail(recipient: string, facts: FactorFacts): QueuedMail {
  return { key: `${template}:${randomUUID()}`, template, recipient, data: { ...facts } }
}

export function render({ name, change, siteUrl }: FactorFacts): RenderedMail {
  return renderMail({
    subject: `Two-step sign-in for your ${brand.name} account ${WHAT[change]}`,
    heading: `Two-step sign-in ${WHAT[change]}`,
    paragraphs: [
      `${greeting(name)}${HOW[change]}`,
      'If this was you, you don’t need to do anything. If not, choose a new password straight away and call us.',
    ],
    action: { label: 'This wasn’t me', href: `${siteUrl}${pageHref(pages.forgotPassword)}` },
  })
}

export const preview: FactorFacts = { name: 'Amelia Hart', change: 'on', siteUrl: 'https://www.example.com' }
