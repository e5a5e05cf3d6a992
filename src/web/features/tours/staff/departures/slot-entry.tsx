import { Ban, LockOpen, Users } from 'lucide-react'
import type { DepartureSlot } from '#shared/tours/departure-slots.ts'
import { Button } from '#web/components/button.tsx'
import { Mark } from '#web/components/mark.tsx'
import { SeatBar } from './seat-bar.tsx'
import { capacityText, optionNames, pickupPlace, slotName, slotState, soldTexts } from './slot-texts.ts'

export type SlotAct = 'capacity' | 'close'
type Props = { slot: DepartureSlot; isDaySold: boolean; mayChange: boolean; onAct: (act: SlotAct) => void }

/** A start time of the day: who has its seats by option, what is left, where people are fetched. */
export function SlotEntry({ slot, isDaySold, mayChange, onAct }: Props) {
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
