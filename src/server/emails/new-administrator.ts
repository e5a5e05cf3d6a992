import { randomUUID } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { consolePages, pageHref } from '#shared/pages.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { renderMail } from './layout.ts'

export const template = 'new-administrator'

interface AdministratorFacts {
  accountId: string
  address: string
  how: 'role' | 'invited' | 'enabled' | 'command_line'
  /** Email address of the person who made the change; null if nobody was named. */
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
  return { key: `${template}:${randomUUID()}`, template, recipient, data: { ...facts } }
}

export function render({ accountId, address, how, by, siteUrl }: AdministratorFacts): RenderedMail {
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
}

export const preview: AdministratorFacts = {
  accountId: 'preview',
  address: 'noor@example.com',
  how: 'role',
  by: 'ada@example.com',
  siteUrl: 'https://www.example.com',
}
