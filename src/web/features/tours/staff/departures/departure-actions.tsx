import { Ban, CalendarX, LockOpen, Users } from 'lucide-react'
import type { Role } from '#shared/accounts.ts'
import type { Day } from '#shared/dates.ts'
import type { StaffDeparture } from '#shared/departures.ts'
import { may } from '#shared/permissions.ts'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { stateOf } from './departure-state.tsx'

/** What can be done about a departure. */
export type DepartureAct = 'block' | 'unblock' | 'capacity' | 'cancel'

/** Returns what somebody with a role can still do about a departure; the server decides by itself. */
export function possibleActs(departure: StaffDeparture, today: Day, role: Role): DepartureAct[] {
  const state = stateOf(departure, today)
  if (state === 'cancelled' || state === 'departed') return []
  return [
    ...(may(role, 'departures.change') ? [departure.isBlocked ? ('unblock' as const) : ('block' as const), 'capacity' as const] : []),
    ...(may(role, 'departures.cancel') ? ['cancel' as const] : []),
  ]
}

type Props = { departure: StaffDeparture; acts: DepartureAct[]; mayChange: boolean; onAct: (act: DepartureAct) => void }

export function DepartureActions({ departure, acts, mayChange, onAct }: Props) {
  if (!mayChange)
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
