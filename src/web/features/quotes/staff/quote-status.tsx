import { Mark, type Tone } from '#web/components/mark.tsx'
import type { BookingStatus } from '#shared/bookings/statuses.ts'

const STATUSES: Record<BookingStatus, { name: string; tone: Tone }> = {
  pending: { name: 'Awaiting quote', tone: 'waiting' },
  approved: { name: 'Awaiting payment', tone: 'waiting' },
  confirmed: { name: 'Paid', tone: 'good' },
  completed: { name: 'Completed', tone: 'quiet' },
  declined: { name: 'Declined', tone: 'bad' },
  withdrawn: { name: 'Withdrawn', tone: 'quiet' },
  cancelled: { name: 'Cancelled', tone: 'bad' },
  expired: { name: 'Expired', tone: 'quiet' },
}

export function statusName(status: string): string {
  return STATUSES[status as BookingStatus]?.name ?? status
}

export function QuoteStatusMark({ status }: { status: string }) {
  return <Mark tone={STATUSES[status as BookingStatus]?.tone ?? 'quiet'}>{statusName(status)}</Mark>
}
