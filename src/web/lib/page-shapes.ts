/** Shapes of pages that do not look like text (page-skeleton.css), by the first segment of their path. */
export const PAGE_SHAPES: Readonly<Record<string, string>> = {
  destinations: 'search',
  'destination-details': 'tour',
  'vehicle-price': 'list',
  bookings: 'list',
  success: 'list',
  settings: 'list',
  profile: 'list',
  login: 'form',
  signup: 'form',
  'forgot-password': 'form',
  'reset-password': 'form',
  about: 'picture',
  experiences: 'picture',
  'rental-services': 'picture',
  tools: 'picture',
}

export function shapeOf(path: string): string {
  return PAGE_SHAPES[path.split('/')[1] ?? ''] ?? 'text'
}
