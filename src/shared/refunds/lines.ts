import { calculateRefund } from './policies.ts'
import { addDays, longDay, type Day } from '#shared/dates.ts'
import { zoneText } from '#shared/time-zones.ts'
import type { Tour } from '#shared/tours/public.ts'

/** Words for a policy: what is cancelled, and before which event. */
interface PolicyWords {
  thing: string
  start: string
}

export const TOUR_WORDS: PolicyWords = { thing: 'tour', start: 'departure' }
export const SERVICE_WORDS: PolicyWords = { thing: 'service', start: 'the booked date' }

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

type Policy = Tour['refundPolicy']

function tiersOf({ fullRefundDays, partialRefundDays, partialRefundPercentage }: Policy) {
  const full = Math.max(0, fullRefundDays)
  const partial = Math.max(0, partialRefundDays)
  return { full, partial, hasPartial: partial > 0 && partialRefundPercentage > 0 && (full === 0 || partial < full) }
}

/**
 * The refund policy in plain words, line by line. The lines for full and partial refunds exist only if their limit is above 0
 * (specification §9); without either, the line says that nothing is refunded. Empty only if the response has no policy.
 */
export function refundLines(policy: Policy | undefined, { thing, start } = TOUR_WORDS): string[] {
  if (!policy) return []
  const { full, partial, hasPartial } = tiersOf(policy)
  if (full === 0 && !hasPartial) return [`This ${thing} is non-refundable.`]
  const lines: string[] = []
  if (full > 0) lines.push(`Full refund if you cancel at least ${days(full)} before ${start}.`)
  if (hasPartial) {
    const when = full > 0 ? `less than ${days(full)} but at least ${days(partial)}` : `at least ${days(partial)}`
    lines.push(`${policy.partialRefundPercentage}% refund if you cancel ${when} before ${start}.`)
  }
  lines.push(`No refund if you cancel less than ${days(hasPartial ? partial : full)} before ${start}.`)
  return lines
}

/**
 * What the policy means for a start on `startsOn` if booked `today`; undefined if there is nothing to say. The server decides again when a
 * booking is cancelled. `timeZone` is where the days are counted, for readers whose own day may be another.
 */
export function refundAtStart(
  policy: Policy | undefined,
  startsOn: Day,
  today: Day,
  { thing, start, timeZone }: PolicyWords & { timeZone?: string | undefined } = TOUR_WORDS,
): string | undefined {
  if (!policy || startsOn < today) return undefined
  const { full, hasPartial } = tiersOf(policy)
  if (full === 0 && !hasPartial) return `No refund if you cancel this ${thing}.`
  const { tier } = calculateRefund(policy, 100, startsOn, today)
  const where = timeZone === undefined ? '' : `, ${zoneText(timeZone)}`
  const until = (daysBefore: number) => longDay(addDays(startsOn, -daysBefore)) + where
  if (tier === 'full') return `Free cancellation until ${until(policy.fullRefundDays)}.`
  if (tier === 'partial') return `${policy.partialRefundPercentage}% refund if you cancel by ${until(policy.partialRefundDays)}.`
  return `No refund this close to ${start}.`
}

/** Until when a tour can be cancelled free of charge: a date, or a number of days while `startsOn` is empty. Undefined if never. */
export function freeCancellation(policy: Policy | undefined, startsOn: Day): string | undefined {
  if (!policy || policy.fullRefundDays <= 0) return undefined
  if (startsOn === '') return `Free cancellation up to ${days(policy.fullRefundDays)} before`
  return `Free cancellation until ${longDay(addDays(startsOn, -policy.fullRefundDays))}`
}
