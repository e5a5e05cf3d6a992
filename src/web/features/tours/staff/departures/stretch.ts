import type { Day } from '#shared/dates.ts'

/** A date range of departures, optionally of one tour. */
export type Stretch = { from: Day; to: Day; tour: string | undefined }

/** Departures that are booked, held or changed by staff; departures without bookings; or both. */
export type Bookings = 'some' | 'none' | undefined
