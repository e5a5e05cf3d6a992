import { segment } from '#shared/segment.ts'

/** The API calls: those of specification §7 at exactly their paths, and those beyond it. */
export const calls = {
  listTours: '/tours/view_all',
  suggestTours: '/tours/suggestions',
  tourChoices: '/tours/choices',
  tour: (id: string) => `/tours/view_by_id/${segment(id)}`,
  similarTours: (id: string) => `/tours/similar/${segment(id)}`,
  seats: (id: string) => `/tours/seats/${segment(id)}`,
  monthSeats: (id: string) => `/tours/month-seats/${segment(id)}`,
  offers: '/offers',
  createCheckout: '/create-checkout-session',
  checkoutSession: (id: string) => `/checkout-session/${segment(id)}`,
  continuePayment: (bookingId: string) => `/bookings/${segment(bookingId)}/continue-payment`,
  releaseSeats: (bookingId: string) => `/bookings/${segment(bookingId)}/release`,
  calendarFile: (bookingId: string) => `/bookings/${segment(bookingId)}/calendar.ics`,
  confirmation: (bookingId: string) => `/bookings/${segment(bookingId)}/confirmation`,
  travellers: (bookingId: string) => `/bookings/${segment(bookingId)}/travellers`,
  payReturn: '/pay/return',
  payCancel: '/pay/cancel',
  paid: (token: string) => `/pay/done/${segment(token)}`,
  paidCalendarFile: (token: string) => `/pay/done/${segment(token)}/calendar.ics`,
  myTourBookings: '/tours/my_bookings',
  myBookingsOfTour: (tourId: string) => `/tours/my_bookings/${segment(tourId)}`,
  myVehicleBookings: '/vehicles/view_all_bookings',
  correctAddress: (bookingId: string) => `/staff/bookings/${segment(bookingId)}/address`,
  bookingNotes: (bookingId: string) => `/staff/bookings/${segment(bookingId)}/notes`,
} as const
