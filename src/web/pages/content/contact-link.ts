import { pages } from '#shared/pages.ts'

/** Returns the address of the enquiry form with its subject filled in. */
export function contactAbout(subject: string): string {
  return `${pages.contact}?about=${encodeURIComponent(subject)}`
}
