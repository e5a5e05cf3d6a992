import type { ClosingReason, StaffEnquiry } from '#shared/enquiries/public.ts'
import { momentText } from '#web/lib/moments.ts'
import type { EnquiryAct } from './api/mark-enquiry.ts'

export const CLOSING_NAMES: Readonly<Record<ClosingReason, string>> = {
  no_need: 'No reply needed',
  duplicate: 'Duplicate',
  spam: 'Spam',
}

export const ACT_DONE: Readonly<Record<EnquiryAct, string>> = {
  answer: 'Marked as answered.',
  reopen: 'Reopened.',
  no_need: 'Closed: no reply needed.',
  duplicate: 'Closed: duplicate.',
  spam: 'Closed: spam.',
}

/** How a closed enquiry ended: "Answered by Sam Staff, 24 Nov, 10:15". */
export function endText({ answered, closedReason }: Pick<StaffEnquiry, 'answered' | 'closedReason'>): string | undefined {
  if (!answered) return undefined
  const who = `by ${answered.by.name ?? 'a deleted account'}, ${momentText(answered.at)}`
  return closedReason ? `Closed ${who}: ${CLOSING_NAMES[closedReason].toLowerCase()}` : `Answered ${who}`
}
