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
  on: 'from now on your account asks for a code from your authenticator app after the password. Please keep your recovery codes in a safe place.',
  off: 'from now on your account opens with the password alone.',
  reset: 'the code that your account asked for has been removed by our team, and all your devices have been signed out.',
} as const

/** Alerts an owner who did not make the change. */
export function secondFactorMail(recipient: string, facts: FactorFacts): QueuedMail {
  return { key: `${template}:${randomUUID()}`, template, recipient, data: { ...facts } }
}

export function render({ name, change, siteUrl }: FactorFacts): RenderedMail {
  return renderMail({
    subject: `Two-step sign-in of your ${brand.name} account ${WHAT[change]}`,
    heading: `Two-step sign-in ${WHAT[change]}`,
    paragraphs: [`${greeting(name)}${HOW[change]}`, 'If that was you, all is well. If not, choose a new password at once, and call us.'],
    action: { label: 'This was not me', href: `${siteUrl}${pageHref(pages.forgotPassword)}` },
  })
}

export const preview: FactorFacts = { name: 'Amelia Hart', change: 'on', siteUrl: 'https://www.example.com' }
