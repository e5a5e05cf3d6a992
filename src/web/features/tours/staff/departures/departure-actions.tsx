import { Ban, CalendarX, LockOpen, Users } from 'lucide-react'
import type { Day } from '#shared/dates.ts'
import type { StaffDeparture } from '#shared/departures.ts'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { stateOf } from './departure-state.tsx'

/** What can be done about a departure. */
export type DepartureAct = 'block' | 'unblock' | 'capacity' | 'cancel'

/** Returns what somebody in charge can still do about a departure. */
export function possibleActs(departure: StaffDeparture, today: Day): DepartureAct[] {
  const state = stateOf(departure, today)
  if (state === 'cancelled' || state === 'departed') return []
  return [departure.isBlocked ? 'unblock' : 'block', 'capacity', 'cancel']
}

type Props = { departure: StaffDeparture; acts: DepartureAct[]; isInCharge: boolean; onAct: (act: DepartureAct) => void }

export function DepartureActions({ departure, acts, isInCharge, onAct }: Props) {
  if (!isInCharge)
    return (
      <Panel title="Changes">
        <p className="text-ink-soft">Blocking, resizing and cancelling a departure are for a manager.</p>
      </Panel>
    )
  if (acts.length === 0)
    return (
      <Panel title="Changes">
        <p className="text-ink-soft">
          {departure.cancelledAt === null
            ? 'This departure has taken place: nothing can be changed.'
            : 'This departure is cancelled, and stays so.'}
        </p>
      </Panel>
    )
  return (
    <Panel title="Changes">
      <div className="grid gap-2">
        <Button variant="secondary" size="small" className="min-h-11" onClick={() => onAct('capacity')}>
          <Users aria-hidden="true" className="size-4.5" /> Change the capacity
        </Button>
        {acts.includes('block') ? (
          <Button variant="secondary" size="small" className="min-h-11" onClick={() => onAct('block')}>
            <Ban aria-hidden="true" className="size-4.5" /> Block the date
          </Button>
        ) : (
          <Button variant="secondary" size="small" className="min-h-11" onClick={() => onAct('unblock')}>
            <LockOpen aria-hidden="true" className="size-4.5" /> Put it back on sale
          </Button>
        )}
        <Button variant="quiet" size="small" className="min-h-11 text-danger!" onClick={() => onAct('cancel')}>
          <CalendarX aria-hidden="true" className="size-4.5" /> Cancel the departure
        </Button>
      </div>
    </Panel>
  )
}
