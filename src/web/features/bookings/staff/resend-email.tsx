import { Send } from 'lucide-react'
import { useState } from 'react'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { ActButtons } from '#web/components/form-dialog.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useResendEmail } from './api/resend-email.ts'

type Props = {
  email: ReadStory['emails'][number]
  /** Where the booking's emails now go; null if nowhere. */
  address: string | null
  onDone: (message: string) => void
}

/** Resends an email. Renders nothing while it is still waiting to be sent. */
export function ResendEmail({ email, address, onDone }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const sending = useResendEmail(email.id, () => {
    setIsAsking(false)
    onDone('Email sent again.')
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
        <Dialog
          isOpen
          onClose={() => setIsAsking(false)}
          title="Send this email again"
          footer={
            <ActButtons onKeep={() => setIsAsking(false)} isBusy={sending.isPending} onClick={() => sending.mutate()} first="act">
              Send again
            </ActButtons>
          }
        >
          {sending.isError && (
            <Alert className="mb-4">{messageOf(sending.error, 'We couldn’t send it. Please try again.', NO_RESPONSE)}</Alert>
          )}
          <p>
            “{email.subject}” will be sent again to {address} as a separate email. This doesn’t affect any payments.
          </p>
        </Dialog>
      )}
    </>
  )
}
