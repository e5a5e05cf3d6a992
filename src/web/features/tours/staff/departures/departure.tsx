import { Ban, CalendarX, LockOpen, Users, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { getDeparture } from '#shared/tours/departure-calls.ts'
import type { DepartureAction, DepartureWithSlots, StaffDeparture } from '#shared/tours/departures.ts'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { queryOf } from '#web/lib/ask.ts'
import { classNames } from '#web/lib/class-names.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { inCheckouts, SeatBar } from './departure-state.tsx'

/** Refetched on every visit, since other people sell, hold and change departures all the time. */
export function departureQuery(id: string) {
  const key = [...consoleKey('departures'), 'one', id]
  return queryOf(getDeparture, { params: { id } }, { key, staleTime: 0, refetchOnWindowFocus: true })
}

export function DepartureFigures({ departure }: { departure: DepartureWithSlots }) {
  const { sold, reserved = 0, hasOwnCapacity, cancelledAt, isBlocked, isOnSale, slots, capacity, left } = departure
  const capacityNote = slots ? 'on this day' : hasOwnCapacity ? 'set for this date' : 'the tour’s default'
  const isClosed = cancelledAt !== null || isBlocked || !isOnSale
  return (
    <Panel title="Seats">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-5">
        <Figure name="Sold" note="confirmed bookings">
          {sold}
        </Figure>
        <Figure name="Reserved" note="reserved, awaiting payment">
          {reserved}
        </Figure>
        <Figure name="Held" note="in open checkouts">
          {inCheckouts(departure)}
        </Figure>
        <Figure name="Left" note={isOnSale ? (isClosed ? 'not on sale' : 'can be booked') : 'the tour is unpublished'}>
          {left}
        </Figure>
        <Figure name="Capacity" note={capacityNote}>
          {capacity}
        </Figure>
      </dl>
      <SeatBar {...departure} className="mt-5 h-2.5!" />
    </Panel>
  )
}

function Figure({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd>
        <span className="font-display text-2xl font-semibold tabular-nums">{children}</span>
        <span className="block text-xs text-ink-soft">{note}</span>
      </dd>
    </div>
  )
}

/** In the order of their buttons. */
const ACTS: readonly { act: DepartureAction; icon: LucideIcon; text: string }[] = [
  { act: 'capacity', icon: Users, text: 'Change the capacity' },
  { act: 'slots', icon: Users, text: 'Set seats' },
  { act: 'block', icon: Ban, text: 'Block date' },
  { act: 'unblock', icon: LockOpen, text: 'Unblock date' },
  { act: 'cancel', icon: CalendarX, text: 'Cancel the departure' },
]

type ActionProps = { departure: StaffDeparture; acts: DepartureAction[]; mayChange: boolean; onAct: (act: DepartureAction) => void }

export function DepartureActions({ departure, acts, mayChange, onAct }: ActionProps) {
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
        {ACTS.filter(({ act }) => acts.includes(act)).map(({ act, icon: Icon, text }) => (
          <Button
            key={act}
            variant={act === 'cancel' ? 'quiet' : 'secondary'}
            size="small"
            className={classNames('min-h-11', act === 'cancel' && 'text-danger!')}
            onClick={() => onAct(act)}
          >
            <Icon aria-hidden="true" className="size-4.5" /> {text}
          </Button>
        ))}
      </div>
    </Panel>
  )
}
