/** How far a booking of either kind has come; `BOOKING_TRANSITIONS` says what follows what. */
export const BOOKING_STATUSES = ['pending', 'approved', 'declined', 'withdrawn', 'confirmed', 'cancelled', 'completed', 'expired'] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]
