import { Mark, type Tone } from '#web/components/mark.tsx'

const TO_BE_PAID = 'Awaiting payment'
const TO_BE_QUOTED = 'Awaiting quote'

const STATUSES: Record<string, { name: string; tone: Tone }> = {
  pending: { name: 'Awaiting payment or quote', tone: 'waiting' },
  approved: { name: 'Quote awaiting payment', tone: 'waiting' },
  confirmed: { name: 'Confirmed', tone: 'good' },
  completed: { name: 'Completed', tone: 'quiet' },
  declined: { name: 'Declined', tone: 'bad' },
  withdrawn: { name: 'Withdrawn', tone: 'quiet' },
  cancelled: { name: 'Cancelled', tone: 'bad' },
  expired: { name: 'Expired', tone: 'quiet' },
}

/** Who has to act next depends on the kind: a new tour booking is to be paid, a new request is to be quoted. */
const NAMES_OF_KIND: Record<string, Record<string, string>> = {
  tour: { pending: TO_BE_PAID },
  vehicle: { pending: TO_BE_QUOTED, approved: TO_BE_PAID },
}

function nameOf(status: string, kind: string): string {
  return NAMES_OF_KIND[kind]?.[status] ?? STATUSES[status]?.name ?? status
}

/** In the order of a booking's life cycle; an empty kind means both. */
export function statusChoices(kind: string) {
  return Object.keys(STATUSES).map((value) => ({ value, name: nameOf(value, kind) }))
}

export function BookingStatusMark({ status, kind }: { status: string; kind: string }) {
  return <Mark tone={STATUSES[status]?.tone ?? 'quiet'}>{nameOf(status, kind)}</Mark>
}
