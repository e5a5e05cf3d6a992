import type { ShownPhone } from '#shared/shown-phones.ts'

type Customer = { name: string; email: string | null }

/** "Ada (ada@example.com)", or only the name of a customer without an email address. */
export function whoText({ name, email }: Customer): string {
  return email === null ? name : `${name} (${email})`
}

/** What to do about a customer who has no email address. */
export function callText(phone: ShownPhone | null): string {
  return phone === null ? 'No email address, so no email is sent.' : `No email address. Call ${phone.text}.`
}
