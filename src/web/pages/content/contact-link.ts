import { pages } from '#shared/pages.ts'

export function contactAbout(subject: string): string {
  return `${pages.contact}?about=${encodeURIComponent(subject)}`
}
