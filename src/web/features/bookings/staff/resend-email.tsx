import { Send } from 'lucide-react'
import { useState } from 'react'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { resendBookingEmail } from '#shared/desk/booking-calls.ts'
import { ActDialog } from '#web/components/form-dialog.tsx'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'

type Props = {
  email: ReadStory['emails'][number]
  /** Where the booking's emails now go; null if nowhere. */
  address: string | null
  onDone: (message: string) => void
}

/** Resends an email. Renders nothing while it is still waiting to be sent. */
export function ResendEmail({ email, address, onDone }: Props) {
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
