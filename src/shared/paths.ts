/** Returns an id as a segment of a path; `:id` stays as it is and makes the pattern of a route. */
function segment(id: string): string {
  return id.startsWith(':') ? id : encodeURIComponent(id)
}

/** The calls, at exactly the paths of specification §7, and those beyond it. */
export const calls = {
  login: '/auth/login',
  signup: '/auth/signup',
  refreshToken: '/auth/refresh-token',
  logout: '/auth/logout',
  forgotPassword: '/auth/forgot-password',
  checkResetLink: '/auth/reset-password/check',
  resetPassword: '/auth/reset-password',
  confirmEmail: '/auth/confirm-email',
  account: '/account',
  accountPhoto: '/account/photo',
  accountPassword: '/account/password',
  resendConfirmation: '/account/send-confirmation',
  accountSessions: '/account/sessions',
  accountSession: (id: string) => `/account/sessions/${segment(id)}`,
  accountData: '/account/data',
  deleteAccount: '/account/delete',
  avatar: (id: string) => `/avatars/${segment(id)}`,
  listTours: '/tours/view_all',
  tour: (id: string) => `/tours/view_by_id/${segment(id)}`,
  seats: (id: string) => `/tours/seats/${segment(id)}`,
  createCheckout: '/create-checkout-session',
  checkoutSession: (id: string) => `/checkout-session/${segment(id)}`,
  continuePayment: (bookingId: string) => `/bookings/${segment(bookingId)}/continue-payment`,
  releaseSeats: (bookingId: string) => `/bookings/${segment(bookingId)}/release`,
  calendarFile: (bookingId: string) => `/bookings/${segment(bookingId)}/calendar.ics`,
  confirmation: (bookingId: string) => `/bookings/${segment(bookingId)}/confirmation`,
  travellers: (bookingId: string) => `/bookings/${segment(bookingId)}/travellers`,
  webhook: '/webhooks/stripe',
  payReturn: '/pay/return',
  payCancel: '/pay/cancel',
  myTourBookings: '/tours/my_bookings',
  myVehicleBookings: '/vehicles/view_all_bookings',
  serviceTypes: '/vehicles/service_type/view_all',
  checkPincodes: '/pincodes/check',
  bookVehicle: '/vehicles/book',
  draft: '/vehicles/draft',
  draftPhotos: '/vehicles/draft/photos',
  photo: (id: string) => `/vehicles/photos/${segment(id)}`,
  payQuote: (token: string) => `/pay/q/${segment(token)}`,
  staffMe: '/staff/me',
  staffQuotes: '/staff/quotes',
  staffQuote: (name: string) => `/staff/quotes/${segment(name)}`,
  approveQuote: (bookingId: string) => `/staff/quotes/${segment(bookingId)}/approve`,
  declineQuote: (bookingId: string) => `/staff/quotes/${segment(bookingId)}/decline`,
  resendQuote: (bookingId: string) => `/staff/quotes/${segment(bookingId)}/resend`,
  staffAudit: '/staff/audit',
  createRefund: '/refund/create',
  refundPreview: (bookingId: string) => `/refund/preview/${segment(bookingId)}`,
  reviews: '/tours/reviews',
  review: (bookingId: string) => `/bookings/${segment(bookingId)}/review`,
  sendEnquiry: '/enquiries',
} as const

/** The pages, in the hash part of the address (specification §2). */
export const pages = {
  home: '/',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  /** Both are opened from an email, with `?token=…`. */
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
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
  success: '/success',
  profile: '/profile',
  settings: '/settings',
} as const

/** The pages of the staff console: no link of the travellers' site leads there. */
export const consolePages = {
  today: '/admin',
  quotes: '/admin/quotes',
  quote: (id: string) => `/admin/quotes/${segment(id)}`,
  /** Where somebody who works here sets up their sign-in before anything else: a page of the site, not of the console. */
  setup: '/settings/security',
} as const

/** Returns a page as an address that emails and redirects can carry: `/#/bookings`. */
export function pageHref(page: string): string {
  return `/#${page}`
}
