import { randomUUID } from 'node:crypto'
import { NO_EMAIL_DOMAIN } from '#shared/no-email.ts'

/** Why an email about a booking was never on its way. */
export const NO_ADDRESS = 'there is no email address'

/** Returns what stands for the address of somebody who has only a telephone: the column wants one, each another, and nobody has it. */
export function noEmailAddress(): string {
  return `${randomUUID()}@${NO_EMAIL_DOMAIN}`
}

/** Returns a stored address; null for that of somebody who has none. */
export function realAddress(stored: string): string | null {
  return stored.toLowerCase().endsWith(`@${NO_EMAIL_DOMAIN}`) ? null : stored
}
