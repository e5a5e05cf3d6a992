import type { ShownPhone } from '#shared/shown-phones.ts'

type Customer = { name: string; email: string | null }

/** Returns "Ada (ada@example.com)", or the name alone of somebody who has only a telephone. */
export function whoText({ name, email }: Customer): string {
  return email === null ? name : `${name} (${email})`
}

/** Returns what to do about somebody whom no email reaches. */
export function callText(phone: ShownPhone | null): string {
  return phone === null ? 'No email address: nobody is told.' : `No email address: call ${phone.text}.`
}
