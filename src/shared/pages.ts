import { segment } from '#shared/segment.ts'

/** Pages, in the hash part of the address (specification §2). */
export const pages = {
  home: '/',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  /** Opened from an email, with `?token=…`. */
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  keepEmail: '/keep-email',
  destinations: '/destinations',
  destinationDetails: (id: string) => `/destination-details/${segment(id)}`,
  experiences: '/experiences',
  travelInfo: '/travel-info',
  vehiclePrice: '/vehicle-price',
  rentalServices: '/rental-services',
  selfDrive: '/rental-services/self-drive',
  withDriver: '/rental-services/with-driver',
  tools: '/tools',
  powerTools: '/tools/power',
  handTools: '/tools/hand',
  constructionTools: '/tools/construction',
  gardeningTools: '/tools/gardening',
  toolDetails: (id: string) => `/tools/details/${segment(id)}`,
  rentalPlans: '/rental-plans',
  hourlyPlan: '/rental-plans/hourly',
  dailyPlan: '/rental-plans/daily',
  weeklyPlan: '/rental-plans/weekly',
  support: '/support',
  guides: '/support/guides',
  safety: '/support/safety',
  faqs: '/support/faqs',
  contact: '/contact',
  about: '/about',
  reviews: '/reviews',
  legalNotice: '/legal-notice',
  terms: '/terms',
  privacy: '/privacy',
  siteMap: '/site-map',
  bookings: '/bookings',
  confirmation: (bookingId: string) => `/bookings/${segment(bookingId)}/confirmation`,
  move: (bookingId: string) => `/bookings/${segment(bookingId)}/move`,
  success: '/success',
  /** Shown after a payment by an emailed link. */
  paid: (token: string) => `/paid/${segment(token)}`,
  profile: '/profile',
  /** Opened by a guide's link, with `?token=…`. */
  guide: '/guide',
  settings: '/settings',
  security: '/settings/security',
} as const

/** The hashless address at which a tour is also served when the catalogue is open. */
export function tripPath(tourId: string): string {
  return `/trips/${segment(tourId)}`
}

/** The staff console's pages. The travellers' site links to them only on the home page, after a staff member has logged in. */
export const consolePages = {
  today: '/admin',
  tours: '/admin/tours',
  tour: (id: string) => `/admin/tours/${segment(id)}`,
  tourSelling: (id: string) => `/admin/tours/${segment(id)}/selling`,
  codes: '/admin/codes',
  departures: '/admin/departures',
  departure: (id: string) => `/admin/departures/${segment(id)}`,
  bookings: '/admin/bookings',
  booking: (id: string) => `/admin/bookings/${segment(id)}`,
  newBooking: '/admin/bookings/new',
  money: '/admin/money',
  quotes: '/admin/quotes',
  quote: (id: string) => `/admin/quotes/${segment(id)}`,
  services: '/admin/services',
  coverage: '/admin/coverage',
  people: '/admin/people',
  person: (id: string) => `/admin/people/${segment(id)}`,
  mail: '/admin/mail',
  oneMail: (id: string) => `/admin/mail/${segment(id)}`,
  enquiry: (id: string) => `/admin/mail/enquiries/${segment(id)}`,
  audit: '/admin/audit',
  settings: '/admin/settings',
} as const

/** A page's address for emails and redirects: `/#/bookings`. */
export function pageHref(page: string): string {
  return `/#${page}`
}

/** Address of My Bookings for emails and redirects, opened at the tab of this kind and optionally at one booking. */
export function bookingsHref(kind: 'tour' | 'vehicle' = 'tour', id?: string): string {
  const query = new URLSearchParams({ ...(kind === 'vehicle' && { tab: 'vehicles' }), ...(id !== undefined && { booking: id }) })
  return `${pageHref(pages.bookings)}${query.size > 0 ? `?${query}` : ''}`
}
