import { Ban, HandCoins, RefreshCw } from 'lucide-react'
import { Button } from '#web/components/button.tsx'
import type { BookingAction } from '#shared/bookings/staff.ts'

type Props = {
  acts: readonly BookingAction[]
  /** Whether a manager could do more. */
  isForManager: boolean
  /** Whether the card provider knows the booking. */
  isAtProvider: boolean
  isReading: boolean
  onAct: (act: BookingAction) => void
  onRead: () => void
}

export function BookingActions({ acts, isForManager, isAtProvider, isReading, onAct, onRead }: Props) {
  return (
    <div className="mt-5 grid gap-2 empty:hidden">
      {acts.includes('goodwill') && (
        <Button variant="secondary" size="small" className="min-h-11" onClick={() => onAct('goodwill')}>
          <HandCoins aria-hidden="true" className="size-4.5" /> Goodwill refund
        </Button>
      )}
      {isAtProvider && (
        <Button variant="secondary" size="small" className="min-h-11" isBusy={isReading} onClick={onRead}>
          <RefreshCw aria-hidden="true" className="size-4.5" /> Check with the card provider
        </Button>
      )}
      {acts.includes('cancel') && (
        <Button variant="quiet" size="small" className="min-h-11 text-danger!" onClick={() => onAct('cancel')}>
          <Ban aria-hidden="true" className="size-4.5" /> Cancel this booking
        </Button>
      )}
      {isForManager && <p className="text-xs text-ink-soft">Only managers can cancel or refund.</p>}
    </div>
  )
}
