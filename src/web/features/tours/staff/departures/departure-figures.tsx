import type { ReactNode } from 'react'
import type { StaffDeparture } from '#shared/tours/departures.ts'
import { Panel } from '#web/components/panel.tsx'
import { inCheckouts } from './held-texts.ts'
import { SeatBar } from './seat-bar.tsx'

export function DepartureFigures({ departure }: { departure: StaffDeparture }) {
  const { capacity, sold, reserved = 0, left, hasOwnCapacity, cancelledAt, isBlocked, isOnSale } = departure
  const isClosed = cancelledAt !== null || isBlocked || !isOnSale
  return (
    <Panel title="Seats">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-5">
        <Figure name="Sold" note="confirmed bookings">
          {sold}
        </Figure>
        <Figure name="Reserved" note="kept until they are paid">
          {reserved}
        </Figure>
        <Figure name="Held" note="in open checkouts">
          {inCheckouts(departure)}
        </Figure>
        <Figure name="Left" note={isOnSale ? (isClosed ? 'nothing is sold' : 'can be booked') : 'the tour is off sale'}>
          {left}
        </Figure>
        <Figure name="Capacity" note={hasOwnCapacity ? 'set for this date' : 'as the tour has it'}>
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
