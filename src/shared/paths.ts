import { segment } from '#shared/segment.ts'

/** The API calls: those of specification §7 at exactly their paths, and those beyond it. */
export const calls = {
  staffFigures: '/staff/figures',
  staffHealth: '/staff/health',
  staffChanges: '/staff/changes',
  staffFind: '/staff/find',
  staffBookings: '/staff/bookings',
  staffBookingsFile: '/staff/bookings-file',
  staffBooking: (id: string) => `/staff/bookings/${segment(id)}`,
  staffBookingAudit: (id: string) => `/staff/bookings/${segment(id)}/audit`,
  bookingMoney: (id: string) => `/staff/bookings/${segment(id)}/money`,
  cancelBooking: (id: string) => `/staff/bookings/${segment(id)}/cancel`,
  refundBooking: (id: string) => `/staff/bookings/${segment(id)}/refund`,
  reservations: '/staff/reservations',
  sendPaymentLink: (bookingId: string) => `/staff/bookings/${segment(bookingId)}/payment-link`,
  paymentSheet: (bookingId: string) => `/staff/bookings/${segment(bookingId)}/payment-sheet`,
  releaseReservation: (bookingId: string) => `/staff/bookings/${segment(bookingId)}/release`,
  outsidePayment: (bookingId: string) => `/staff/bookings/${segment(bookingId)}/outside-payment`,
  voidPayment: (id: string) => `/staff/payments/${segment(id)}/void`,
  payReservation: (token: string) => `/pay/b/${segment(token)}`,
  resendBookingEmail: (id: string) => `/staff/booking-emails/${segment(id)}/resend`,
  createRefund: '/refund/create',
  refundPreview: (bookingId: string) => `/refund/preview/${segment(bookingId)}`,
} as const
