import type { Role } from '#shared/accounts/public.ts'
import type { AttendanceState } from '#shared/bookings/attendance.ts'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import type { ClosingReason } from '#shared/enquiries/public.ts'
import type { Currency } from '#shared/money.ts'

/** Why a sign-in was refused. */
export type SignInRefusal =
  | 'unknown_account'
  | 'wrong_password'
  | 'disabled'
  | 'too_many_tries'
  | 'second_factor_missing'
  | 'second_factor_wrong'
  | 'unknown_passkey'
  | 'wrong_passkey'
  /** There are two of the device: its count of signatures went back. */
  | 'copied_passkey'

/**
 * What an entry may tell of before and after: ids, figures and fixed words, never names, addresses or texts (decisions, "Second
 * round"). A new fact is added here, with a type that no text fits; the table refuses what looks like one.
 */
export interface AuditFacts {
  role?: Role
  isDisabled?: boolean
  hasSecondFactor?: boolean
  passkeys?: number
  /** How somebody signed in, where it was not by password. */
  way?: 'passkey'
  status?: BookingStatus | 'open' | 'closed'
  totalCents?: number
  version?: number
  amountCents?: number
  /** What a cancellation gives back by the policy. */
  policyCents?: number
  refundId?: string
  assigneeId?: string | null
  bookingId?: string | null
  emails?: number
  enquiries?: number
  currency?: Currency
  /** Seats of a departure, or the largest group of a tour. */
  capacity?: number
  leastGroup?: number | null
  /** Until when a departure is sold, as in `10-00_on_the_day_Asia-Tokyo`. */
  saleEnd?: `${number}-${number}_${string}` | 'none'
  rating?: number
  isBlocked?: boolean
  /** Of a service; an amount of null: it has no such rule. */
  baseCents?: number
  perFloorCents?: number | null
  perHelperCents?: number | null
  fullRefundDays?: number
  partialRefundDays?: number
  partialRefundPercentage?: number
  hasNewTexts?: boolean
  /** Why an enquiry was closed. */
  closingReason?: ClosingReason
  bookings?: number
  people?: number
  holds?: number
  /** Of a tick: the traveller's place in the booking, from 1; how long before it arrived it was made; and by which link, of a guide. */
  seat?: number
  attendance?: AttendanceState
  secondsAgo?: number
  guideLinkId?: string
  /** Of a call: its method, the status of the response, and the id in its path. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  responseStatus?: number
  targetId?: string
  /** Of a list or a file: how many entries it gave. */
  rows?: number
  /** Of a list or a file: what it was narrowed to; true stands for what somebody typed. */
  [filter: `by_${string}`]: string | number | true | undefined
  refusal?: SignInRefusal
}

/** What the agency has written about what it sells, before and after a change; only of tours and services, since no person is in it. */
export type AuditTexts = Record<string, { before: string; after: string }>

/** Returns the texts that differ, one that was not there as empty; undefined of none. */
export function changedTexts(before: Record<string, unknown>, after: Record<string, unknown>): AuditTexts | undefined {
  const changed = Object.keys({ ...after, ...before }).flatMap((name) => {
    const [old, now] = [before[name] ?? '', after[name] ?? '']
    return typeof old === 'string' && typeof now === 'string' && old !== now ? [[name, { before: old, after: now }] as const] : []
  })
  return changed.length === 0 ? undefined : Object.fromEntries(changed)
}
