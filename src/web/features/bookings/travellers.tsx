import { useState } from 'react'
import { saveTravellers } from '#shared/bookings/confirmation-calls.ts'
import { travellersBodySchema } from '#shared/bookings/confirmations.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask } from '#web/lib/ask.ts'
import { useReload } from '#web/lib/use-send.ts'
import { confirmationQuery } from './confirmation-sheet.tsx'

type Props = { bookingId: string; names: string[]; /** Empty if there is none. */ phone: string; seats: number; canEdit: boolean }

/** Travellers' names and a phone number: optional, and editable until departure. */
export function Travellers({ bookingId, names, phone, seats, canEdit }: Props) {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <section aria-labelledby="travellers" className="border-t border-line pt-6">
      <h2 id="travellers" className="text-lg">
        Travellers
      </h2>
      {isEditing ? (
        <TravellersForm bookingId={bookingId} names={names} phone={phone} seats={seats} onDone={() => setIsEditing(false)} />
      ) : (
        <>
          {names.length === 0 && (
            <p className="mt-1 text-ink-soft">No names yet. Adding them is optional but saves time at the meeting point.</p>
          )}
          <ol className="mt-2 list-inside list-decimal">
            {seatsOf(names.length, names).map(({ seat, name }) => (
              <li key={seat}>{name}</li>
            ))}
          </ol>
          {phone !== '' && <p className="mt-2">Phone while travelling: {phone}</p>}
          {canEdit && (
            <Button variant="secondary" size="small" className="mt-3 min-h-11 print:hidden" onClick={() => setIsEditing(true)}>
              {names.length === 0 ? 'Add names' : 'Change names'}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

/** Travellers are told apart by seat, since two may have the same name. */
function seatsOf(count: number, names: string[]) {
  return Array.from({ length: count }, (_, index) => ({ seat: index + 1, name: names[index] ?? '' }))
}

type FormProps = Omit<Props, 'canEdit'> & { onDone: () => void }

function TravellersForm({ bookingId, names, phone, seats, onDone }: FormProps) {
  const save = useSaveTravellers(bookingId)
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { names: seatsOf(seats, names).map(({ name }) => name), phone },
    check: (fields) => travellersBodySchema.safeParse(fields),
    failed: 'We couldn’t save the names. Please try again.',
    send: async (body) => {
      await save({ names: body.names.filter((name) => name !== ''), phone: body.phone ?? '' })
      onDone()
    },
  })

  return (
    <form {...props} className="mt-3 grid gap-4 print:hidden">
      {alert !== '' && <Alert>{alert}</Alert>}
      <div className="grid gap-4 sm:grid-cols-2">
        {seatsOf(seats, names).map(({ seat }) => (
          <TextField
            key={seat}
            {...field(`names.${seat - 1}`)}
            label={`Traveller ${seat}`}
            autoComplete={seat === 1 ? 'name' : 'off'}
            autoFocus={seat === 1}
            maxLength={100}
          />
        ))}
      </div>
      <TextField
        {...field('phone')}
        label="Phone while travelling"
        isOptional
        type="tel"
        autoComplete="tel"
        hint="So the guide can reach you on the day. If you leave this blank, we’ll use the number in your settings."
        className="sm:max-w-96"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy}>
          Save names
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={onDone}>
          Back
        </Button>
      </div>
    </form>
  )
}

/** Resolves after the saved names have been refetched, so that the form can close over them. */
function useSaveTravellers(bookingId: string) {
  const reload = useReload(confirmationQuery(bookingId).queryKey)
  return async (body: { names: string[]; phone: string }) => {
    await ask(saveTravellers, { params: { id: bookingId }, body })
    await reload()
  }
}
