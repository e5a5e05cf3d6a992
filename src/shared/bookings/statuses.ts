/** Statuses of both kinds of bookings; `BOOKING_TRANSITIONS` has the order. */
export const BOOKING_STATUSES = ['pending', 'approved', 'declined', 'withdrawn', 'confirmed', 'cancelled', 'completed', 'expired'] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

/** The statuses of a booking that was paid for; a trip that is over or was cancelled may still bring goodwill. */
export const PAID_STATUSES: ReadonlySet<BookingStatus> = new Set<BookingStatus>(['confirmed', 'completed', 'cancelled'])
