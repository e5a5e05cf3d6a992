import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { StaffMailDetails } from '#shared/mails/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { Panel } from '#web/components/panel.tsx'
import { distanceText, momentText } from '#web/lib/moments.ts'
import { failureText } from '#shared/mails/failures.ts'
import { hasNoAddress } from './mail-texts.ts'

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
