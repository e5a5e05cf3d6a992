import { pages } from '#shared/pages.ts'

/** Address of the contact form with its subject filled in. */
export function contactAbout(subject: string): string {
  return `${pages.contact}?about=${encodeURIComponent(subject)}`
}
