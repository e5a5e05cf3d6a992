import { Ban, LockOpen, Users } from 'lucide-react'
import { useState, type Ref } from 'react'
import type { DepartureExtra, DepartureSlot } from '#shared/tours/departure-slots.ts'
import type { StaffDeparture } from '#shared/tours/departures.ts'
import { Button } from '#web/components/button.tsx'
import { Mark } from '#web/components/mark.tsx'
import { Panel } from '#web/components/panel.tsx'
import { SlotCloseDialog } from './block-dialogs.tsx'
import { SeatBar } from './departure-state.tsx'
import { SlotSeatsDialog } from './seats-dialogs.tsx'
import { capacityText, optionNames, pickupPlace, slotName, slotState, soldTexts } from './slot-texts.ts'

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

type SlotAct = 'capacity' | 'close'
type EntryProps = { slot: DepartureSlot; isDaySold: boolean; mayChange: boolean; onAct: (act: SlotAct) => void }

/** A start time of the day: who has its seats by option, what is left, where people are fetched. */
function SlotEntry({ slot, isDaySold, mayChange, onAct }: EntryProps) {
  const { startTime, options, sold, held, left, isOffered, isClosed, pickups } = slot
  const { name, tone } = slotState(slot, isDaySold)
  return (
    <li className="grid gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0 @2xl/slots:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 className="font-display text-xl font-semibold tabular-nums">{startTime ?? optionNames(slot)}</h3>
          <Mark tone={tone}>{name}</Mark>
          <span className="ml-auto text-right tabular-nums">
            <span className="font-semibold">{left}</span> left
          </span>
        </div>
        <SeatBar capacity={slot.capacity} sold={sold} held={held} className="mt-2 h-2!" />
        <p className="mt-1.5 text-sm text-ink-soft">
          {sold + held} taken of {capacityText(slot)}
        </p>
        {(startTime !== null || options.length > 1) && (
          <ul className="mt-2 grid gap-1">
            {options.map((option) => (
              <Line key={option.id} name={option.name} figure={soldTexts(option)} />
            ))}
          </ul>
        )}
        {pickups.length > 0 && (
          <>
            <h4 className="mt-3 mb-1 font-sans text-sm font-semibold tracking-normal">Pickup</h4>
            <ul className="grid gap-1">
              {pickups.map((pickup) => (
                <Line
                  key={`${pickup.place} ${pickup.minutesBefore}`}
                  name={pickupPlace(startTime, pickup)}
                  figure={pickup.people === 1 ? '1 person' : `${pickup.people} people`}
                />
              ))}
            </ul>
          </>
        )}
      </div>
      {mayChange && isOffered && (
        <div className="flex flex-wrap gap-2 @2xl/slots:w-40 @2xl/slots:flex-col">
          <Button
            variant="secondary"
            size="small"
            className="min-h-11"
            aria-label={`Set seats for ${slotName(slot)}`}
            onClick={() => onAct('capacity')}
          >
            <Users aria-hidden="true" className="size-4.5" /> Set seats
          </Button>
          <Button
            variant="quiet"
            size="small"
            className="min-h-11"
            aria-label={`${isClosed ? 'Unblock' : 'Block'}: ${slotName(slot)}`}
            onClick={() => onAct('close')}
          >
            {isClosed ? <LockOpen aria-hidden="true" className="size-4.5" /> : <Ban aria-hidden="true" className="size-4.5" />}
            {isClosed ? 'Unblock' : 'Block'}
          </Button>
        </div>
      )}
    </li>
  )
}

function Line({ name, figure }: { name: string; figure: string }) {
  return (
    <li className="flex justify-between gap-x-4 tabular-nums">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <span className="shrink-0 text-right text-ink-soft">{figure}</span>
    </li>
  )
}
