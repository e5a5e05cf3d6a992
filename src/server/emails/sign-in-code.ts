import { brand } from '#shared/brand.ts'
import { pageHref, pages } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'sign-in-code'
export const secretFields = ['signInCode'] as const

interface CodeFacts {
  name: string | null
  signInCode: string
  siteUrl: string
}

export function signInCodeMail(recipient: string, requestId: string, facts: CodeFacts, expiresAt: Date): QueuedMail {
  return { key: `${template}:${requestId}`, template, recipient, expiresAt, data: { ...facts } }
}

export function render({ name, signInCode, siteUrl }: CodeFacts): RenderedMail {
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
}

export const preview: CodeFacts = { name: 'Amelia Hart', signInCode: 'k7mp-3xqd-9vte', siteUrl: 'https://www.example.com' }
