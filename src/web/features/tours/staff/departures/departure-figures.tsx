import type { ReactNode } from 'react'
import type { DepartureWithSlots } from '#shared/tours/departures.ts'
import { Panel } from '#web/components/panel.tsx'
import { inCheckouts } from './held-texts.ts'
import { SeatBar } from './seat-bar.tsx'

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
