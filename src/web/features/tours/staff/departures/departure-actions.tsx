import { Ban, CalendarX, LockOpen, Users } from 'lucide-react'
import type { DepartureAction, StaffDeparture } from '#shared/tours/departures.ts'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'

type Props = { departure: StaffDeparture; acts: DepartureAction[]; mayChange: boolean; onAct: (act: DepartureAction) => void }

export function DepartureActions({ departure, acts, mayChange, onAct }: Props) {
  if (!mayChange)
    return (
      <Panel title="Changes">
        <p className="text-ink-soft">Only managers can block, resize or cancel a departure.</p>
      </Panel>
    )
  if (acts.length === 0)
    return (
      <Panel title="Changes">
        <p className="text-ink-soft">
          {departure.cancelledAt === null
            ? 'This departure has taken place and can’t be changed.'
            : 'This departure is cancelled. You can’t undo this.'}
        </p>
      </Panel>
    )
  return (
    <Panel title="Changes">
      <div className="grid gap-2">
        {acts.includes('capacity') && (
          <Button variant="secondary" size="small" className="min-h-11" onClick={() => onAct('capacity')}>
            <Users aria-hidden="true" className="size-4.5" /> Change the capacity
          </Button>
        )}
        {acts.includes('slots') && (
          <Button variant="secondary" size="small" className="min-h-11" onClick={() => onAct('slots')}>
            <Users aria-hidden="true" className="size-4.5" /> Set seats
          </Button>
        )}
        {acts.includes('block') && (
          <Button variant="secondary" size="small" className="min-h-11" onClick={() => onAct('block')}>
            <Ban aria-hidden="true" className="size-4.5" /> Block date
          </Button>
        )}
        {acts.includes('unblock') && (
          <Button variant="secondary" size="small" className="min-h-11" onClick={() => onAct('unblock')}>
            <LockOpen aria-hidden="true" className="size-4.5" /> Unblock date
          </Button>
        )}
        {acts.includes('cancel') && (
          <Button variant="quiet" size="small" className="min-h-11 text-danger!" onClick={() => onAct('cancel')}>
            <CalendarX aria-hidden="true" className="size-4.5" /> Cancel the departure
          </Button>
        )}
      </div>
    </Panel>
  )
}
