/** A part of a path; `:id` stays as it is and makes the pattern of a route. */
function segment(id: string): string {
  return id.startsWith(':') ? id : encodeURIComponent(id)
}

/** The calls, at exactly the paths of specification §7, and those beyond it. */
export const calls = {
  login: '/auth/login',
  signup: '/auth/signup',
  refreshToken: '/auth/refresh-token',
  logout: '/auth/logout',
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
  createRefund: '/refund/create',
  refundPreview: (bookingId: string) => `/refund/preview/${segment(bookingId)}`,
} as const

/** The pages, in the hash part of the address (specification §2). */
export const pages = {
  home: '/',
  login: '/login',
  signup: '/signup',
  destinations: '/destinations',
  destinationDetails: (id: string) => `/destination-details/${segment(id)}`,
  vehiclePrice: '/vehicle-price',
  bookings: '/bookings',
  confirmation: (bookingId: string) => `/bookings/${segment(bookingId)}/confirmation`,
  success: '/success',
  profile: '/profile',
  settings: '/settings',
} as const

/** A page as an address that mails and redirects may carry: `/#/bookings`. */
export function pageHref(page: string): string {
  return `/#${page}`
}
