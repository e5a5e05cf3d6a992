import { useState, type Ref } from 'react'
import type { DepartureExtra, DepartureSlot } from '#shared/tours/departure-slots.ts'
import type { StaffDeparture } from '#shared/tours/departures.ts'
import { Panel } from '#web/components/panel.tsx'
import { useSetSlotCapacity } from './api/change-slot.ts'
import { seatsText } from './seat-bar.tsx'
import { SeatsDialog } from './seats-dialog.tsx'
import { SlotCloseDialog } from './slot-close-dialog.tsx'
import { SlotEntry, type SlotAct } from './slot-entry.tsx'
import { slotName, soldTexts } from './slot-texts.ts'

type Props = {
  departure: StaffDeparture
  slots: DepartureSlot[]
  extras: DepartureExtra[]
  mayChange: boolean
  heading: Ref<HTMLHeadingElement>
  onDone: (message: string) => void
}

/** The day's seats by start time and option, and what is left of its extras. */
export function SlotList({ departure, slots, extras, mayChange, heading, onDone }: Props) {
  const { id, isOnSale, isBlocked, cancelledAt } = departure
  const [acting, setActing] = useState<{ act: SlotAct; key: string }>()
  const slot = slots.find((each) => keyOf(each) === acting?.key)
  const close = () => setActing(undefined)
  const done = (message: string) => {
    close()
    onDone(message)
  }
  const hasTimes = slots.some(({ startTime }) => startTime !== null)
  return (
    <Panel title={hasTimes ? 'Seats by start time' : 'Seats by option'} heading={heading} className="@container/slots">
      {slots.length === 0 && <p>None of the tour’s options run on this day.</p>}
      <ul className="divide-y divide-line">
        {slots.map((each) => (
          <SlotEntry
            key={keyOf(each)}
            slot={each}
            isDaySold={isOnSale && !isBlocked && cancelledAt === null}
            mayChange={mayChange}
            onAct={(act) => setActing({ act, key: keyOf(each) })}
          />
        ))}
      </ul>
      {extras.length > 0 && <ExtrasLeft extras={extras} />}
      {slot && acting?.act === 'capacity' && <SlotSeatsDialog departureId={id} slot={slot} onClose={close} onDone={done} />}
      {slot && acting?.act === 'close' && <SlotCloseDialog departureId={id} slot={slot} onClose={close} onDone={done} />}
    </Panel>
  )
}

const keyOf = ({ startTime, capacityGroup }: DepartureSlot) => `${startTime ?? ''} ${capacityGroup}`

type DialogProps = { departureId: string; slot: DepartureSlot; onClose: () => void; onDone: (message: string) => void }

function SlotSeatsDialog({ departureId, slot, onClose, onDone }: DialogProps) {
  const { options, isClosed, left, capacity, sold, held } = slot
  const setSeats = useSetSlotCapacity(departureId, slot)
  const shared = options.length > 1 ? `${options.length} options share these seats. ` : ''
  return (
    <SeatsDialog
      seats={slot}
      taken={soldTexts(slot)}
      isSold={!isClosed && left === capacity - sold - held}
      title={`Seats: ${slotName(slot)}`}
      label={slot.startTime === null ? 'Seats on this date' : `Seats at ${slot.startTime} on this date`}
      note={`${shared}They won’t change if you change the tour’s later.`}
      setSeats={setSeats}
      onClose={onClose}
      onDone={(seats) => onDone(`${slotName(slot)} now has ${seatsText(seats)}.`)}
    />
  )
}

function ExtrasLeft({ extras }: { extras: DepartureExtra[] }) {
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h3 className="mb-2 font-sans text-base font-semibold tracking-normal">Extras left on this day</h3>
      <ul className="grid gap-x-8 gap-y-1 @lg/slots:grid-cols-2">
        {extras.map(({ id, name, stock, left }) => (
          <li key={id} className="flex justify-between gap-x-4 tabular-nums">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="shrink-0 text-ink-soft">
              <span className="font-semibold text-ink">{left}</span> of {stock}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
