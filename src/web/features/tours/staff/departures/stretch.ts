import type { Day } from '#shared/dates.ts'

/** The departures of some days; of one tour, if it is named. */
export type Stretch = { from: Day; to: Day; tour: string | undefined }

/** Those that are booked, held or changed by staff, those that nobody has booked, or both. */
export type Bookings = 'some' | 'none' | undefined
