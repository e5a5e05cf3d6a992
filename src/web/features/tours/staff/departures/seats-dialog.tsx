import { useEffect } from 'react'
import { setCapacityBodySchema } from '#shared/tours/departures.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { CallError } from '#web/lib/call-error.ts'
import type { SetSeats } from './api/set-capacity.ts'
import { seatsText } from './seat-bar.tsx'

type Props = {
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
export function SeatsDialog({ seats, taken, isSold, title, label, note, setSeats, onClose, onDone }: Props) {
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
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title={title}
      footer={
        <ActButtons onKeep={onClose} form="capacity" isBusy={form.isBusy}>
          {isPossible ? `Set ${seatsText(typed)}` : 'Set capacity'}
        </ActButtons>
      }
    >
      <form {...form.props} id="capacity" className="space-y-4">
        {form.alert && <Alert kind="warning">{form.alert}</Alert>}
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
      </form>
    </Dialog>
  )
}
