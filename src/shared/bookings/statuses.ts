/** Statuses of both kinds of bookings; `BOOKING_TRANSITIONS` has the order. */
export const BOOKING_STATUSES = ['pending', 'approved', 'declined', 'withdrawn', 'confirmed', 'cancelled', 'completed', 'expired'] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]
