import { classNames } from '#web/lib/class-names.ts'
import type { QuoteStatus } from './api.ts'

/** What a status is called among the staff, and its colours. */
const LOOKS: Record<QuoteStatus, { name: string; look: string; dot: string }> = {
  pending: { name: 'Waiting', look: 'bg-sun-tint text-sun-deep', dot: 'bg-sun' },
  approved: { name: 'Approved', look: 'bg-sea-tint text-sea-deep', dot: 'bg-sea' },
  confirmed: { name: 'Paid', look: 'bg-sea-tint text-sea-deep', dot: 'bg-sea' },
  completed: { name: 'Completed', look: 'bg-sand-deep text-ink-soft', dot: 'bg-ink-soft' },
  declined: { name: 'Declined', look: 'bg-danger-tint text-danger-deep', dot: 'bg-danger' },
  cancelled: { name: 'Cancelled', look: 'bg-danger-tint text-danger-deep', dot: 'bg-danger' },
  expired: { name: 'Expired', look: 'bg-sand-deep text-ink-soft', dot: 'bg-ink-soft' },
}

export function statusName(status: string): string {
  return LOOKS[status as QuoteStatus]?.name ?? status
}

/** A status in words, with a colour that says the same. */
export function QuoteStatusMark({ status }: { status: string }) {
  const { look, dot } = LOOKS[status as QuoteStatus] ?? LOOKS.expired
  return (
    <span
      className={classNames('inline-flex items-center gap-1.5 rounded-pill px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap', look)}
    >
      <span aria-hidden="true" className={classNames('size-2 rounded-pill', dot)} />
      {statusName(status)}
    </span>
  )
}
