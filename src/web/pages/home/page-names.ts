const NAMES: readonly (readonly [start: string, name: string])[] = [
  ['/destination-details/', 'the tour you chose'],
  ['/destinations', 'the destinations'],
  ['/vehicle-price', 'your vehicle quote'],
  ['/bookings/', 'your booking'],
  ['/bookings', 'your bookings'],
  ['/success', 'your payment'],
  ['/profile', 'your profile'],
  ['/settings', 'your settings'],
  ['/admin', 'the console'],
]

/** Returns what a page is called in a sentence. */
export function nameOfPage(page: string): string {
  return NAMES.find(([start]) => page.startsWith(start))?.[1] ?? 'the page you asked for'
}
