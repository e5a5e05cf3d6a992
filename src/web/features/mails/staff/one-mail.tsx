import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { failureText } from '#shared/mails/failures.ts'
import { getMail, resendMail } from '#shared/mails/staff-calls.ts'
import type { StaffMail, StaffMailDetails } from '#shared/mails/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { ActDialog } from '#web/components/form-dialog.tsx'
import { Panel } from '#web/components/panel.tsx'
import { queryOf } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { distanceText, momentText } from '#web/lib/moments.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'
import { hasNoAddress, resendConsequence, resendName } from './mail-texts.ts'

export function mailQuery(id: string) {
  return queryOf(getMail, { params: { id } }, { key: [...consoleKey('mails'), 'one', id], staleTime: 0, refetchOnWindowFocus: true })
}

export function MailFacts({ mail, now }: { mail: StaffMailDetails; now: number }) {
  const { recipient, createdAt, sentAt, failedAt, nextTryAt, attempts, failure, booking, requestId } = mail
  const isTried = !hasNoAddress(mail)
  return (
    <Panel title="Sending">
      <dl className="space-y-3">
        <Line name="To">{recipient}</Line>
        <Line name="Created">{momentText(createdAt)}</Line>
        {sentAt && <Line name="Sent">{momentText(sentAt)}</Line>}
        {failedAt && isTried && <Line name="Abandoned">{momentText(failedAt)}</Line>}
        {attempts > (sentAt ? 1 : 0) && <Line name="Attempts">{attempts}</Line>}
        {failure !== null && isTried && <Line name={failedAt ? 'Reason' : 'Last attempt failed'}>{failureText(failure)}</Line>}
        {nextTryAt && (
          <Line name="Next attempt">
            {Date.parse(nextTryAt) > now ? `${momentText(nextTryAt)} (${distanceText(nextTryAt, now)})` : 'Any moment now'}
          </Line>
        )}
        {booking && (
          <Line name="About booking">
            <Link translate="no" to={consolePages.booking(booking.id)} className="underline hover:text-ink">
              {booking.reference}
            </Link>
          </Line>
        )}
        {requestId !== undefined && <Line name="In the log as">{requestId}</Line>}
      </dl>
    </Panel>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

type ResendProps = { mail: StaffMail; onClose: () => void; onDone: (message: string) => void }

/** Resends an email, explaining the consequences first. */
export function ResendDialog({ mail, onClose, onDone }: ResendProps) {
  const send = useSend(resendMail, consoleKey('mails'))
  const sending = useCall({
    mutationFn: async () => send({ params: { id: mail.id } }),
    onSuccess: () => onDone(`Sent to ${mail.recipient}.`),
  })
  return (
    <ActDialog call={sending} onClose={onClose} title={resendName(mail)} act={resendName(mail)}>
      <p>{resendConsequence(mail)}</p>
    </ActDialog>
  )
}
