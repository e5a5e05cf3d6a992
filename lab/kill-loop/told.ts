import type { Day } from '../../src/shared/dates.ts'
import type { ActCounts } from './acts.ts'

export interface Trip {
  tour: string
  day: Day
  guests: number
}

/** What people were told. None of it may be forgotten or taken back. */
export interface Told {
  /** Sessions of the hosted checkout that someone was sent to. */
  opened: Set<string>
  /** Sessions that the card provider has reported as paid. */
  paid: Set<string>
  /** Bookings that someone has seen as confirmed. */
  confirmed: Set<string>
  /** Bookings that someone asked to cancel, whether or not the response arrived. */
  cancelling: Set<string>
  cancelled: Set<string>
  /** Departures that staff asked to cancel for everyone, as tour and day. */
  departures: Set<string>
  /** Bookings of which staff asked to void a payment: such a one waits for its payment again. */
  voiding: Set<string>
  /** Bookings that staff asked to cancel because of a dispute, or of a refund made outside: the bank has the last word about what it holds. */
  withdrawing: Set<string>
  /** Addresses whose accounts were deleted. */
  deleted: Set<string>
  acts: ActCounts
}

export function createTold(): Told {
  return {
    opened: new Set(),
    paid: new Set(),
    confirmed: new Set(),
    cancelling: new Set(),
    cancelled: new Set(),
    departures: new Set(),
    voiding: new Set(),
    withdrawing: new Set(),
    deleted: new Set(),
    acts: new Map(),
  }
}
