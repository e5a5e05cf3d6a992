import { useState } from 'react'
import { HandCoins, Send, TicketX } from 'lucide-react'
import type { BookingStory } from '#shared/staff-bookings.ts'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { distanceText, momentText } from '#web/lib/moments.ts'
import { PAY_BY } from './reservation-draft.ts'
import { ReservationDialog, type ReservationAct } from './reservation-dialog.tsx'

type Props = {
  booking: BookingStory['booking']
  now: number
  /** Whether they may record what was paid. */
  isInCharge: boolean
  /** `message`: what has been done. */
  onDone: (message: string) => void
}

/** Seats that are kept for somebody until they are paid: until when, and what can be done meanwhile. Nothing for any other booking. */
export function ReservationPanel({ booking, now, isInCharge, onDone }: Props) {
  const [act, setAct] = useState<ReservationAct>()
  const { reservation, status } = booking
  if (!reservation || status !== 'pending') return null
  const { payBy, dueAt } = reservation
  return (
    <Panel title="Kept until it is paid">
      <dl className="space-y-1.5">
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-soft">Due</dt>
          <dd className="font-semibold">{momentText(lastMinute(dueAt))}</dd>
        </div>
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-soft">{PAY_BY[payBy].name}</dt>
          <dd>{distanceText(dueAt, now)}</dd>
        </div>
      </dl>
      <div className="mt-5 grid gap-2">
        {isInCharge && (
          <Button size="small" className="min-h-11" onClick={() => setAct('record')}>
            <HandCoins aria-hidden="true" className="size-4.5" /> Record a payment
          </Button>
        )}
        {payBy === 'link' && (
          <Button variant="secondary" size="small" className="min-h-11" onClick={() => setAct('link')}>
            <Send aria-hidden="true" className="size-4.5" /> Send the link again
          </Button>
        )}
        <Button variant="quiet" size="small" className="min-h-11 text-danger!" onClick={() => setAct('release')}>
          <TicketX aria-hidden="true" className="size-4.5" /> Release the seats
        </Button>
        {!isInCharge && <p className="text-xs text-ink-soft">What was paid in cash or by transfer is recorded by a manager.</p>}
      </div>
      {act && (
        <ReservationDialog
          booking={booking}
          act={act}
          onClose={() => setAct(undefined)}
          onDone={(message) => {
            setAct(undefined)
            onDone(message)
          }}
        />
      )}
    </Panel>
  )
}

/** Returns the last minute in which it can be paid: the day after it, at midnight, would read as one day more. */
function lastMinute(dueAt: string): string {
  return new Date(Date.parse(dueAt) - 60_000).toISOString()
}
