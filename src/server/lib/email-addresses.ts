import { randomUUID } from 'node:crypto'
import { NO_EMAIL_DOMAIN } from '#shared/accounts/no-email.ts'

/** Returns a unique placeholder for a customer without an email address, since the column requires one. */
export function noEmailAddress(): string {
  return `${randomUUID()}@${NO_EMAIL_DOMAIN}`
}

export function realAddress(stored: string): string | null {
  return stored.toLowerCase().endsWith(`@${NO_EMAIL_DOMAIN}`) ? null : stored
}

/** Returns a form such as "n…@example.com", recognisable only to someone who knows the address. */
export function maskedAddress(email: string): string {
  return `${email[0]}…${email.slice(email.lastIndexOf('@'))}`
}
