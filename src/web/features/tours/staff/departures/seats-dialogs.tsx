import { useEffect } from 'react'
import { setCapacity, setSlotCapacity } from '#shared/tours/departure-calls.ts'
import type { DepartureSlot } from '#shared/tours/departure-slots.ts'
import { setCapacityBodySchema, type DepartureWithSlots } from '#shared/tours/departures.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { ActButtons, FormDialog } from '#web/components/form-dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask } from '#web/lib/ask.ts'
import { CallError } from '#web/lib/call-error.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useReload } from '#web/lib/use-send.ts'
import { heldTexts, seatsText } from './departure-state.tsx'
import { slotName, soldTexts } from './slot-texts.ts'

type Props = {
  departure: DepartureWithSlots
  onClose: () => void
  onDone: (message: string) => void
  /** Leads to the departure's start times. */
  onSlots: () => void
}

/** Changes a departure's capacity, or leads to its start times if the tour has got options meanwhile. */
export function CapacityDialog({ departure, onClose, onDone, onSlots }: Props) {
  const { id } = departure
  const setSeats = useSettingSeats(async (body) => ask(setCapacity, { params: { id }, body }))
  if (departure.slots)
    return (
      <Dialog
        isOpen
        size="small"
        onClose={onClose}
        title="Seats are set by start time"
        footer={
          <ActButtons onKeep={onClose} first="act" onClick={onSlots}>
            View start times
          </ActButtons>
        }
      >
        <p>This tour now has options, so capacity is set for each start time instead of for the day.</p>
      </Dialog>
    )
  return (
    <SeatsDialog
      seats={departure}
      taken={[`${departure.sold} sold`, ...heldTexts(departure)].join(', ')}
      isSold={!departure.isBlocked}
      title="Change the capacity"
      label="Seats on this date"
      note="This date will keep its own capacity even if you change the tour’s."
      setSeats={setSeats}
      onClose={onClose}
      onDone={(capacity) => onDone(`The departure now has ${seatsText(capacity)}.`)}
    />
  )
}

type SlotProps = { departureId: string; slot: DepartureSlot; onClose: () => void; onDone: (message: string) => void }

export function SlotSeatsDialog({ departureId, slot, onClose, onDone }: SlotProps) {
  const { options, isClosed, left, capacity, sold, held } = slot
  const { capacityGroup, startTime } = slot
  const setSeats = useSettingSeats(async (seats) =>
    ask(setSlotCapacity, { params: { id: departureId }, body: { capacityGroup, startTime, ...seats } }),
  )
  const shared = options.length > 1 ? `${options.length} options share these seats. ` : ''
  return (
    <SeatsDialog
      seats={slot}
      taken={soldTexts(slot)}
      isSold={!isClosed && left === capacity - sold - held}
      title={`Seats: ${slotName(slot)}`}
      label={startTime === null ? 'Seats on this date' : `Seats at ${startTime} on this date`}
      note={`${shared}They won’t change if you change the tour’s later.`}
      setSeats={setSeats}
      onClose={onClose}
      onDone={(seats) => onDone(`${slotName(slot)} now has ${seatsText(seats)}.`)}
    />
  )
}

type Seats = { capacity: number; seenCapacity: number }
type SetSeats = (seats: Seats) => Promise<void>

/** If someone else changed the seats first, or how they are counted, the call fails only after the departure has been refetched. */
function useSettingSeats(set: (seats: Seats) => Promise<unknown>): SetSeats {
  const reload = useReload(consoleKey('departures'))
  return async (seats) => {
    try {
      await set(seats)
      void reload()
    } catch (error) {
      if (error instanceof CallError && (error.code === 'departure_changed' || error.code === 'options_booked')) await reload()
      throw error
    }
  }
}

type SeatsProps = {
  seats: { capacity: number; sold: number; held: number }
  /** "3 sold, 1 reserved". */
  taken: string
  /** Whether what is free can be booked. */
  isSold: boolean
  title: string
  label: string
  /** Who shares the seats, and what a later change does to them. */
  note: string
  setSeats: SetSeats
  onClose: () => void
  onDone: (capacity: number) => void
}

/** Changes a number of seats. If someone else has just changed it, shows their change and lets the user decide again. */
function SeatsDialog({ seats, taken, isSold, title, label, note, setSeats, onClose, onDone }: SeatsProps) {
  const { sold, held, capacity: seenCapacity } = seats
  const form = useCheckedForm<{ capacity: string }, { capacity: number; seenCapacity: number }>({
    start: { capacity: String(seenCapacity) },
    check: ({ capacity }) =>
      setCapacityBodySchema.safeParse({ capacity: capacity.trim() === '' ? undefined : typedWhole(capacity), seenCapacity }),
    send: async (body) => {
      try {
        await setSeats(body)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'departure_changed') throw error
        return error.message
      }
      onDone(body.capacity)
      return undefined
    },
  })
  // Runs after the dialog's own effect, which focuses the field.
  useEffect(() => document.querySelector<HTMLInputElement>('[data-first]')?.select(), [])
  const typed = typedWhole(form.values.capacity)
  const isPossible = typed >= sold + held
  return (
    <FormDialog
      form={form}
      size="small"
      onClose={onClose}
      title={title}
      act={isPossible ? `Set ${seatsText(typed)}` : 'Set capacity'}
      className="space-y-4"
      alertKind="warning"
    >
      <TextField
        {...form.field('capacity')}
        data-first
        label={label}
        inputMode="numeric"
        autoComplete="off"
        hint={`Currently ${seenCapacity}; ${taken}, so the minimum is ${sold + held}.`}
      />
      <p>
        <span>{isPossible && isSold && `${seatsText(typed - sold - held)} will be available to book. `}</span>
        {note}
      </p>
    </FormDialog>
  )
}
