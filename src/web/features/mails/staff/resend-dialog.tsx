import type { StaffMail } from '#shared/mails/staff.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useResendMail } from './api/resend-mail.ts'
import { resendConsequence, resendName } from './mail-texts.ts'

type Props = { mail: StaffMail; onClose: () => void; onDone: (message: string) => void }

/** Resends an email, explaining the consequences first. */
export function ResendDialog({ mail, onClose, onDone }: Props) {
  const sending = useResendMail(mail.id, () => onDone(`Sent to ${mail.recipient}.`))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={resendName(mail)}
      footer={
        <ActButtons onKeep={onClose} first="act" isBusy={sending.isPending} onClick={() => sending.mutate()}>
          {resendName(mail)}
        </ActButtons>
      }
    >
      {sending.error && <Alert className="mb-4">{messageOf(sending.error, 'That didn’t work. Please try again.', NO_RESPONSE)}</Alert>}
      <p>{resendConsequence(mail)}</p>
    </Dialog>
  )
}
