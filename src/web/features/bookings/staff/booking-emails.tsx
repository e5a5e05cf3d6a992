import { Send } from 'lucide-react'
import { useState } from 'react'
import { correctAddress } from '#shared/bookings/staff-calls.ts'
import { correctAddressBodySchema, type CorrectAddressBody, type ReadStory } from '#shared/bookings/staff.ts'
import { resendBookingEmail } from '#shared/desk/booking-calls.ts'
import { ActDialog, FormDialog } from '#web/components/form-dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'

type AddressProps = {
  booking: Pick<ReadStory['booking'], 'id' | 'emailsTo'>
  onDone: (message: string) => void
  /** Called if someone else changed the address first; `message` says how. */
  onChanged: (message: string) => void
}

export function CorrectAddress({ booking, onDone, onChanged }: AddressProps) {
  const [isOpen, setIsOpen] = useState(false)
  const closing = (then: (message: string) => void) => (message: string) => {
    setIsOpen(false)
    then(message)
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

function AddressDialog({ booking: { id, emailsTo }, onClose, onDone, onChanged }: AddressProps & { onClose: () => void }) {
  const send = useSend(correctAddress, consoleKey('bookings'))
  const form = useCheckedForm<{ email: string }, CorrectAddressBody>({
    start: { email: '' },
    check: ({ email }) => correctAddressBodySchema.safeParse({ email, seenEmail: emailsTo.email ?? '', seenAsked: emailsTo.asked }),
    send: async (body) => {
      await send({ params: { id }, body })
      onDone('Confirmation link sent.')
    },
    onChanged,
  })
  const wanted = form.values.email.trim() === '' ? 'the new address' : form.values.email
  return (
    <FormDialog form={form} title="Correct the address" onClose={onClose} act="Send the link">
      <TextField {...form.field('email')} data-first label="New email" type="email" autoComplete="off" />
      <p className="wrap-anywhere">
        We’ll send a link to {wanted}. Once it’s confirmed, emails about this booking will go there. Until then they’ll go to{' '}
        {emailsTo.email}, which we’ll notify. The account’s own address won’t change.
      </p>
    </FormDialog>
  )
}

type ResendProps = {
  email: ReadStory['emails'][number]
  /** Where the booking's emails now go; null if nowhere. */
  address: string | null
  onDone: (message: string) => void
}

/** Resends an email. Renders nothing while it is still waiting to be sent. */
export function ResendEmail({ email, address, onDone }: ResendProps) {
  const [isAsking, setIsAsking] = useState(false)
  const send = useSend(resendBookingEmail, consoleKey('bookings'))
  const sending = useCall({
    mutationFn: async () => send({ params: { id: email.id } }),
    onSuccess() {
      setIsAsking(false)
      onDone('Email sent again.')
    },
  })
  if (address === null || (email.sentAt === null && email.failedAt === null)) return null
  return (
    <>
      <button
        type="button"
        aria-label={`Send again: ${email.subject}`}
        onClick={() => setIsAsking(true)}
        className="text-link mt-1 inline-flex min-h-6 items-center gap-1.5 text-xs pointer-coarse:min-h-11"
      >
        <Send aria-hidden="true" className="size-3.5" /> Send again
      </button>
      {isAsking && (
        <ActDialog call={sending} title="Send this email again" act="Send again" onClose={() => setIsAsking(false)}>
          <p>
            “{email.subject}” will be sent again to {address} as a separate email. This doesn’t affect any payments.
          </p>
        </ActDialog>
      )}
    </>
  )
}
