import { useEffect } from 'react'
import { setCapacityBodySchema, type StaffDeparture } from '#shared/tours/departures.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { CallError } from '#web/lib/call-error.ts'
import { useSetCapacity } from './api/set-capacity.ts'
import { heldTexts } from './held-texts.ts'
import { seatsText } from './seat-bar.tsx'

type Props = {
  departure: StaffDeparture
  onClose: () => void
  onDone: (message: string) => void
}

/** Changes a departure's capacity. If someone else has just changed it, shows their change and lets the user decide again. */
export function CapacityDialog({ departure, onClose, onDone }: Props) {
  const { id, sold, held, isBlocked, capacity: seenCapacity } = departure
  const setCapacity = useSetCapacity(id)
  const form = useCheckedForm<{ capacity: string }, { capacity: number; seenCapacity: number }>({
    start: { capacity: String(seenCapacity) },
    check: ({ capacity }) =>
      setCapacityBodySchema.safeParse({ capacity: capacity.trim() === '' ? undefined : Number(capacity), seenCapacity }),
    send: async (body) => {
      try {
        await setCapacity(body)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'departure_changed') throw error
        return error.message
      }
      onDone(`The departure has ${seatsText(body.capacity)} now.`)
      return undefined
    },
  })
  // Runs after the dialog's own effect, which focuses the field.
  useEffect(() => document.querySelector<HTMLInputElement>('[data-first]')?.select(), [])
  const typed = Number(form.values.capacity)
  const isPossible = form.values.capacity.trim() !== '' && Number.isInteger(typed) && typed >= sold + held
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title="Change the capacity"
      footer={
        <ActButtons onKeep={onClose} form="capacity" isBusy={form.isBusy}>
          {isPossible ? `Set ${seatsText(typed)}` : 'Set the capacity'}
        </ActButtons>
      }
    >
      <form {...form.props} id="capacity" className="space-y-4">
        {form.alert && <Alert kind="warning">{form.alert}</Alert>}
        <TextField
          {...form.field('capacity')}
          data-first
          label="Seats on this date"
          inputMode="numeric"
          autoComplete="off"
          hint={`It has ${seenCapacity}; ${[`${sold} sold`, ...heldTexts(departure)].join(', ')}, so at least ${sold + held}.`}
        />
        <p>
          {isPossible && !isBlocked && `${seatsText(typed - sold - held)} can then be booked. `}
          This date keeps its own capacity when the tour’s is changed later.
        </p>
      </form>
    </Dialog>
  )
}
