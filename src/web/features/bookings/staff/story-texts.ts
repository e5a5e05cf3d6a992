import type { Tone } from '#web/components/mark.tsx'

type Named = { name: string; tone: Tone }

const ROLES: Record<string, Named> = {
  primary: { name: 'Pays the booking', tone: 'good' },
  duplicate: { name: 'Paid twice', tone: 'bad' },
  late: { name: 'Came too late', tone: 'bad' },
  quarantined: { name: 'Not what was agreed', tone: 'bad' },
  voided: { name: 'Voided', tone: 'quiet' },
}

const REFUND_STATES: Record<string, Named> = {
  requested: { name: 'To be sent', tone: 'waiting' },
  pending: { name: 'On its way', tone: 'waiting' },
  succeeded: { name: 'Refunded', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
  canceled: { name: 'Cancelled by the bank', tone: 'bad' },
  blocked: { name: 'Waits for the dispute', tone: 'waiting' },
  lost: { name: 'Taken back by the dispute', tone: 'quiet' },
  settled: { name: 'Paid another way', tone: 'good' },
}

/** Reasons for a refund, as the end of a sentence. */
const CAUSES: Record<string, string> = {
  cancellation: 'because the booking was cancelled',
  duplicate: 'because it was paid twice',
  late: 'because it came too late',
  quarantined: 'because it was not what was agreed',
  external: 'made at the card provider, not here',
  goodwill: 'as goodwill',
}

const ATTEMPTS: Record<string, Named> = {
  creating: { name: 'Being opened', tone: 'waiting' },
  open: { name: 'Open', tone: 'waiting' },
  complete: { name: 'Paid', tone: 'good' },
  expired: { name: 'Ended unpaid', tone: 'quiet' },
  failed: { name: 'Could not be opened', tone: 'bad' },
}

const DISPUTES: Record<string, Named> = {
  inquiry: { name: 'Inquiry', tone: 'waiting' },
  open: { name: 'Dispute open', tone: 'bad' },
  lifted: { name: 'Dispute over', tone: 'good' },
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
