import { StatusMark, type StatusTone } from '#web/components/status-mark.tsx'
import type { QuoteStatus } from './api.ts'

/** What a status is called among the staff, and its tone. */
const STATUSES: Record<QuoteStatus, { name: string; tone: StatusTone }> = {
  pending: { name: 'Waiting', tone: 'waiting' },
  approved: { name: 'Approved', tone: 'good' },
  confirmed: { name: 'Paid', tone: 'good' },
  completed: { name: 'Completed', tone: 'over' },
  declined: { name: 'Declined', tone: 'bad' },
  withdrawn: { name: 'Withdrawn', tone: 'over' },
  cancelled: { name: 'Cancelled', tone: 'bad' },
  expired: { name: 'Expired', tone: 'over' },
}

export function statusName(status: string): string {
  return STATUSES[status as QuoteStatus]?.name ?? status
}

export function QuoteStatusMark({ status }: { status: string }) {
  return <StatusMark tone={STATUSES[status as QuoteStatus]?.tone ?? 'over'}>{statusName(status)}</StatusMark>
}
