import type { Tone } from '#web/components/mark.tsx'

type Named = { name: string; tone: Tone }

const ROLES: Record<string, Named> = {
  primary: { name: 'Payment for this booking', tone: 'good' },
  duplicate: { name: 'Duplicate payment', tone: 'bad' },
  late: { name: 'Late payment', tone: 'bad' },
  quarantined: { name: 'Wrong amount', tone: 'bad' },
  voided: { name: 'Voided', tone: 'quiet' },
}

const REFUND_STATES: Record<string, Named> = {
  requested: { name: 'Queued', tone: 'waiting' },
  pending: { name: 'On its way', tone: 'waiting' },
  succeeded: { name: 'Refunded', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
  canceled: { name: 'Cancelled by the bank', tone: 'bad' },
  blocked: { name: 'On hold (dispute)', tone: 'waiting' },
  lost: { name: 'Returned through dispute', tone: 'quiet' },
  settled: { name: 'Paid another way', tone: 'good' },
}

/** Reasons for a refund, as the end of a sentence. */
const CAUSES: Record<string, string> = {
  cancellation: 'because the booking was cancelled',
  duplicate: 'because it was paid twice',
  late: 'because it arrived too late',
  quarantined: 'because the amount or currency was wrong',
  external: 'made in the card provider’s dashboard',
  goodwill: 'as goodwill',
}

const ATTEMPTS: Record<string, Named> = {
  creating: { name: 'Opening', tone: 'waiting' },
  open: { name: 'Open', tone: 'waiting' },
  complete: { name: 'Paid', tone: 'good' },
  expired: { name: 'Expired unpaid', tone: 'quiet' },
  failed: { name: 'Failed to open', tone: 'bad' },
}

const DISPUTES: Record<string, Named> = {
  inquiry: { name: 'Inquiry', tone: 'waiting' },
  open: { name: 'Dispute open', tone: 'bad' },
  lifted: { name: 'Dispute closed', tone: 'good' },
  lost: { name: 'Dispute lost', tone: 'bad' },
}

/** Where a dispute stands, for the statuses whose codes do not read well. */
const DISPUTE_STATUSES: Record<string, string> = {
  needs_response: 'needs a response',
  warning_needs_response: 'needs a response',
  warning_under_review: 'under review',
  warning_closed: 'closed',
}

const named = (names: Record<string, Named>, code: string): Named => names[code] ?? { name: code, tone: 'quiet' }

export const roleOf = (role: string) => named(ROLES, role)
export const refundStateOf = (state: string) => named(REFUND_STATES, state)
export const disputeOf = (standing: string) => named(DISPUTES, standing)
/** "product_not_received" as "product not received". */
export const spoken = (code: string) => code.replaceAll('_', ' ')
export const disputeStatusOf = (status: string) => DISPUTE_STATUSES[status] ?? spoken(status)
export const attemptOf = (status: string) => named(ATTEMPTS, status)
export const causeOf = (cause: string) => CAUSES[cause] ?? cause
