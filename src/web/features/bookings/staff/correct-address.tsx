import { useState } from 'react'
import { correctAddressBodySchema, type CorrectAddressBody } from '#shared/bookings/contacts.ts'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { ActButtons } from '#web/components/form-dialog.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { CallError } from '#web/lib/call-error.ts'
import { useCorrectAddress } from './api/correct-address.ts'

type Props = {
  booking: Pick<ReadStory['booking'], 'id' | 'emailsTo'>
  onDone: (message: string) => void
  /** Called if someone else changed the address first; `message` says how. */
  onChanged: (message: string) => void
}

export function CorrectAddress({ booking, onDone, onChanged }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const closing = (tell: (message: string) => void) => (message: string) => {
    setIsOpen(false)
    tell(message)
  }
  const { asked } = booking.emailsTo
  return (
    <div className="font-normal">
      {asked !== null && <p className="text-ink-soft">Change to {asked} requested, awaiting confirmation.</p>}
      <button type="button" onClick={() => setIsOpen(true)} className="text-link block min-h-6 text-xs pointer-coarse:min-h-11">
        Correct the address
      </button>
      {isOpen && (
        <AddressDialog booking={booking} onClose={() => setIsOpen(false)} onDone={closing(onDone)} onChanged={closing(onChanged)} />
      )}
    </div>
  )
}

function AddressDialog({ booking: { id, emailsTo }, onClose, onDone, onChanged }: Props & { onClose: () => void }) {
  const correctAddress = useCorrectAddress()
  const form = useCheckedForm<{ email: string }, CorrectAddressBody>({
    start: { email: '' },
    check: ({ email }) => correctAddressBodySchema.safeParse({ email, seenEmail: emailsTo.email ?? '', seenAsked: emailsTo.asked }),
    send: async (body) => {
      try {
        await correctAddress(id, body)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'contact_changed') throw error
        return onChanged(error.message)
      }
      onDone('Confirmation link sent.')
    },
  })
  const wanted = form.values.email.trim() === '' ? 'the new address' : form.values.email
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Correct the address"
      footer={
        <ActButtons onKeep={onClose} form="address" isBusy={form.isBusy}>
          Send the link
        </ActButtons>
      }
    >
      <form {...form.props} id="address" className="space-y-4">
        {form.alert && <Alert>{form.alert}</Alert>}
        <TextField {...form.field('email')} data-first label="New email" type="email" autoComplete="off" />
        <p className="wrap-anywhere">
          We’ll send a link to {wanted}. Once it’s confirmed, emails about this booking will go there. Until then they’ll go to{' '}
          {emailsTo.email}, which we’ll notify. The account’s own address won’t change.
        </p>
      </form>
    </Dialog>
  )
}
