import { StatusMark, type StatusTone } from '#web/components/status-mark.tsx'

/** What a status is called among the staff, and its tone. */
const STATUSES: Record<string, { name: string; tone: StatusTone }> = {
  pending: { name: 'Pending', tone: 'waiting' },
  approved: { name: 'Quoted', tone: 'waiting' },
  confirmed: { name: 'Confirmed', tone: 'good' },
  completed: { name: 'Completed', tone: 'over' },
  declined: { name: 'Declined', tone: 'bad' },
  withdrawn: { name: 'Withdrawn', tone: 'over' },
  cancelled: { name: 'Cancelled', tone: 'bad' },
  expired: { name: 'Expired', tone: 'over' },
}

/** The statuses in the order of a booking's life. */
export const STATUS_NAMES = Object.entries(STATUSES).map(([value, { name }]) => ({ value, name }))

export function BookingStatusMark({ status }: { status: string }) {
  const { name, tone } = STATUSES[status] ?? { name: status, tone: 'over' }
  return <StatusMark tone={tone}>{name}</StatusMark>
}
