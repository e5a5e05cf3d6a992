import { Mark, type Tone } from '#web/components/mark.tsx'

const STATUSES: Record<string, { name: string; tone: Tone }> = {
  pending: { name: 'Pending', tone: 'waiting' },
  approved: { name: 'Quoted', tone: 'waiting' },
  confirmed: { name: 'Confirmed', tone: 'good' },
  completed: { name: 'Completed', tone: 'quiet' },
  declined: { name: 'Declined', tone: 'bad' },
  withdrawn: { name: 'Withdrawn', tone: 'quiet' },
  cancelled: { name: 'Cancelled', tone: 'bad' },
  expired: { name: 'Expired', tone: 'quiet' },
}

/** In the order of a booking's life cycle. */
export const STATUS_NAMES = Object.entries(STATUSES).map(([value, { name }]) => ({ value, name }))

export function BookingStatusMark({ status }: { status: string }) {
  const { name, tone } = STATUSES[status] ?? { name: status, tone: 'quiet' }
  return <Mark tone={tone}>{name}</Mark>
}
