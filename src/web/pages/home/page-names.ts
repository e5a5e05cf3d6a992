import { pages } from '#shared/pages.ts'

const NAMES: readonly (readonly [start: string, name: string])[] = [
  ['/destination-details/', 'the tour you chose'],
  ['/destinations', 'the destinations'],
  ['/vehicle-price', 'your vehicle quote'],
  ['/bookings/', 'your booking'],
  ['/bookings', 'your bookings'],
  ['/success', 'your payment result'],
  ['/profile', 'your profile'],
  ['/settings', 'your settings'],
  ['/admin', 'the console'],
  ['/confirm-email', 'confirming your address'],
]

/** What a page is called within a sentence. */
export function nameOfPage(page: string): string {
  const words = wordsSearchedFor(page)
  if (words !== '') return `tours for “${words}”`
  return NAMES.find(([start]) => page.startsWith(start))?.[1] ?? 'the page you asked for'
}

/** Why a visitor who wanted a page was sent to `what` ("Log in", "Sign up"): "Log in to see tours for “kyoto”." */
export function reasonToSignIn(what: string, page: string): string {
  return `${what} to ${wordsSearchedFor(page) === '' ? 'continue to' : 'see'} ${nameOfPage(page)}.`
}

function wordsSearchedFor(page: string): string {
  const [path, query] = page.split('?', 2)
  return path === pages.destinations ? (new URLSearchParams(query).get('search')?.trim() ?? '') : ''
}
