import type { Day } from '../../src/shared/dates.ts'

export interface Trip {
  tour: string
  day: Day
  guests: number
}

/** What people were told. None of it may be forgotten or taken back. */
export interface Told {
  /** Sessions of the hosted checkout that somebody was sent to. */
  opened: Set<string>
  /** Sessions that the card provider has reported as paid. */
  paid: Set<string>
  /** Bookings that somebody has seen as confirmed. */
  confirmed: Set<string>
  /** Bookings that somebody asked to cancel, whether or not the response arrived. */
  cancelling: Set<string>
  cancelled: Set<string>
  /** Addresses whose accounts were deleted. */
  deleted: Set<string>
}

export function createTold(): Told {
  return {
    opened: new Set(),
    paid: new Set(),
    confirmed: new Set(),
    cancelling: new Set(),
    cancelled: new Set(),
    deleted: new Set(),
  }
}
