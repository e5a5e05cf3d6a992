import { calculateRefund } from '#shared/bookings.ts'
import { addDays, longDay, type Day } from '#shared/dates.ts'
import type { Tour } from '#shared/tours.ts'

const NON_REFUNDABLE = 'This tour is non-refundable.'

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/**
 * Returns the refund policy in plain words, line by line. Full and part lines exist only if their limit is above 0
 * (specification §9); without either, the line says that the tour is non-refundable. Empty only when the response has
 * no policy.
 */
export function refundLines(policy: Tour['refundPolicy'] | undefined): string[] {
  if (!policy) return []
  const full = Math.max(0, policy.fullRefundDays)
  const partial = Math.max(0, policy.partialRefundDays)
  const percentage = policy.partialRefundPercentage
  const hasPartial = partial > 0 && percentage > 0 && (full === 0 || partial < full)
  if (full === 0 && !hasPartial) return [NON_REFUNDABLE]
  const lines: string[] = []
  if (full > 0) lines.push(`Full refund if you cancel at least ${days(full)} before departure.`)
  if (hasPartial) {
    const when = full > 0 ? `less than ${days(full)} but at least ${days(partial)}` : `at least ${days(partial)}`
    lines.push(`${percentage}% refund if you cancel ${when} before departure.`)
  }
  lines.push(`No refund if you cancel less than ${days(hasPartial ? partial : full)} before departure.`)
  return lines
}

/**
 * Returns what the policy means for a departure on `travelOn` booked `today`, before anything is paid; undefined when there
 * is nothing to say. The server decides again when a booking is cancelled.
 */
export function departureRefund(policy: Tour['refundPolicy'] | undefined, travelOn: Day, today: Day): string | undefined {
  if (!policy || travelOn < today) return undefined
  if (refundLines(policy)[0] === NON_REFUNDABLE) return 'No refund if you cancel this tour.'
  const { tier } = calculateRefund(policy, 100, travelOn, today)
  const until = (daysBefore: number) => longDay(addDays(travelOn, -daysBefore))
  if (tier === 'full') return `Free cancellation until ${until(policy.fullRefundDays)}.`
  if (tier === 'partial') return `${policy.partialRefundPercentage}% refund if you cancel by ${until(policy.partialRefundDays)}.`
  return 'No refund this close to departure.'
}
