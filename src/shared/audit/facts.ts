import type { Role } from '#shared/accounts/public.ts'
import type { AttendanceState } from '#shared/bookings/attendance.ts'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import type { ClosingReason } from '#shared/enquiries/staff.ts'
import type { LedgerAccount } from '#shared/ledger/staff.ts'
import type { Currency } from '#shared/money.ts'

export type SignInRefusal =
  | 'unknown_account'
  | 'wrong_password'
  | 'disabled'
  | 'too_many_tries'
  | 'second_factor_missing'
  | 'second_factor_wrong'
  | 'unknown_passkey'
  | 'wrong_passkey'
  /** The authenticator's signature counter went backwards, so a copy must exist. */
  | 'copied_passkey'

/** A day, such as 2026-11-25. */
export type DayFact = `${number}-${number}-${number}`

/** A time of day, such as 08-30. */
export type DayTimeFact = `${number}-${number}` | 'whole_day'

/**
 * What an audit entry may record before and after a change: ids, figures and fixed words, never names, addresses or texts. A new fact is
 * added here with a type that admits no free text; the table refuses what looks like it.
 */
export interface AuditFacts {
  role?: Role
  isDisabled?: boolean
  hasSecondFactor?: boolean
  passkeys?: number
  /** The sign-in method, if it was not a password. */
  way?: 'passkey'
  status?: BookingStatus | 'open' | 'closed'
  totalCents?: number
  version?: number
  amountCents?: number
  policyCents?: number
  refundId?: string
  assigneeId?: string | null
  bookingId?: string | null
  emails?: number
  enquiries?: number
  currency?: Currency
  /** Seats of a departure, or the maximum group size of a tour. */
  capacity?: number
  /** A start time of a departure, in the form `08-30`. */
  startTime?: DayTimeFact
  slotId?: string
  leastGroup?: number | null
  /** Until when a departure is sold, in the form `10-00_on_the_day_Asia-Tokyo`. */
  saleEnd?: `${number}-${number}_${string}` | 'none'
  rating?: number
  isBlocked?: boolean
  /** Whether the search offers more than the specified choices. */
  offersAllOnSale?: boolean
  isClosed?: boolean
  /** For services; null means that there is no such rule. */
  baseCents?: number
  perFloorCents?: number | null
  perHelperCents?: number | null
  fullRefundDays?: number
  partialRefundDays?: number
  partialRefundPercentage?: number
  hasNewTexts?: boolean
  /** Of a tax category, in hundredths of a percent. */
  rateBasisPoints?: number
  isActive?: boolean
  /** Of a promotion code; null: any number of uses. */
  percent?: number
  mostUses?: number | null
  /** How many a campaign has. */
  codes?: number
  taxCategoryId?: string | null
  /** Of one person's goodwill in a day; null: none. */
  ceilingCents?: number | null
  closingReason?: ClosingReason
  /** Of a till: its day, what the ledger had and what was counted. */
  day?: DayFact
  ledgerCents?: number
  countedCents?: number
  /** The last day on which nothing more is written. */
  lockedUntil?: DayFact | 'none'
  bookings?: number
  people?: number
  holds?: number
  /** For a booking that ended because its departure was cancelled. */
  withDeparture?: true
  /** For ticks: the traveller's number in the booking, from 1; how long after being made it arrived; and through which guide link. */
  seat?: number
  attendance?: AttendanceState
  secondsAgo?: number
  guideLinkId?: string
  /** For the accountant's export: an account of the ledger and its number there, which has a digit; null: none. The currency is a code. */
  ledgerAccount?: LedgerAccount
  inCurrency?: string
  accountNumber?: string | null
  batch?: number
  entries?: number
  /** For API calls: the method, the response status, and the id in the path. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  responseStatus?: number
  targetId?: string
  /** For lists and files: the number of entries returned. */
  rows?: number
  /** For lists and files: the filters; true stands for text someone typed. */
  [filter: `by_${string}`]: string | number | true | undefined
  refusal?: SignInRefusal
}

/** The agency's own texts, before and after a change. Only for tours, services and settings, which contain no personal data. */
export type AuditTexts = Record<string, { before: string; after: string }>

/** The texts that differ, with a missing one as an empty string; undefined if there are none. */
export function changedTexts(before: Record<string, unknown>, after: Record<string, unknown>): AuditTexts | undefined {
  const changed = Object.keys({ ...after, ...before }).flatMap((name) => {
    const [old, now] = [before[name] ?? '', after[name] ?? '']
    return typeof old === 'string' && typeof now === 'string' && old !== now ? [[name, { before: old, after: now }] as const] : []
  })
  return changed.length === 0 ? undefined : Object.fromEntries(changed)
}
