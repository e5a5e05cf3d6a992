import type { ClosingReason, StaffEnquiry } from '#shared/enquiries/public.ts'
import { momentText } from '#web/lib/moments.ts'
import type { EnquiryAct } from './api/mark-enquiry.ts'

export const CLOSING_NAMES: Readonly<Record<ClosingReason, string>> = {
  no_need: 'Needs no answer',
  duplicate: 'Asked twice',
  spam: 'Spam',
}

export const ACT_DONE: Readonly<Record<EnquiryAct, string>> = {
  answer: 'Marked as answered.',
  reopen: 'Open again.',
  no_need: 'Closed: needs no answer.',
  duplicate: 'Closed: asked twice.',
  spam: 'Closed: spam.',
}

/** How a closed enquiry ended: "Answered by Sam Staff, 24 Nov, 10:15". */
export function endText({ answered, closedReason }: Pick<StaffEnquiry, 'answered' | 'closedReason'>): string | undefined {
  if (!answered) return undefined
  const who = `by ${answered.by.name ?? 'an account that is gone'}, ${momentText(answered.at)}`
  return closedReason ? `Closed ${who}: ${CLOSING_NAMES[closedReason].toLowerCase()}` : `Answered ${who}`
}
