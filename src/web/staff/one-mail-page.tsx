import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { HIDDEN_LINK } from '#shared/mails/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { MailFacts, mailQuery, ResendDialog } from '#web/features/mails/staff/one-mail.tsx'
import { MailStateMark } from '#web/features/mails/staff/mail-state.tsx'
import { canResend, hasNoAddress, resendName } from '#web/features/mails/staff/mail-texts.ts'
import { FailedPart } from './failed-part.tsx'
import { useMay } from './member.ts'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { useShortcuts } from './shortcuts.ts'
import { useNow } from './use-now.ts'

export function OneMailPage() {
  const { id = '' } = useParams()
  const may = useMay()
  const now = useNow()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const list = `${consolePages.mail}?${params.size === 0 ? 'box=all' : params.toString()}`
  const { data: mail, error, isFetching, refetch } = useQuery(mailQuery(id))
  const [isAsking, setIsAsking] = useState(false)
  const mayResend = mail !== undefined && may('mails.resend') && canResend(mail)
  useShortcuts('This email', [
    ...(mayResend ? [{ keys: 'r', label: resendName(mail), run: () => setIsAsking(true) }] : []),
    { keys: 'u', label: 'Back to the list', run: () => void navigate(list) },
  ])
  return (
    <PageFrame title={mail?.subject ?? 'Email'} back={{ title: 'Mail', path: list }} note={mail && <MailStateMark mail={mail} />}>
      {error && !mail && (
        <FailedPart title="We couldn’t load this email" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!mail && !error && <Skeleton className="h-96" />}
      {mail && (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Panel title="Message">
            {mail.text === null ? (
              <p className="text-ink-soft">We no longer send this type of email, so its text isn’t stored.</p>
            ) : (
              <p className="max-w-text wrap-anywhere whitespace-pre-line">{mail.text}</p>
            )}
            {mail.text?.includes(HIDDEN_LINK) && (
              <p className="mt-4 border-t border-line pt-3 text-xs text-ink-soft">
                Its link is for the recipient only, so it’s hidden here.
              </p>
            )}
          </Panel>
          <div className="grid gap-5">
            <MailFacts mail={mail} now={now} />
            {mayResend && (
              <Button size="small" variant="secondary" className="min-h-11" onClick={() => setIsAsking(true)}>
                {resendName(mail)}
              </Button>
            )}
            {!canResend(mail) && (
              <p className="text-ink-soft">
                {hasNoAddress(mail)
                  ? 'This email wasn’t sent. Once the customer has an email address, you can send it from the booking.'
                  : 'Its link is no longer stored. Create a new one where this email came from.'}
              </p>
            )}
          </div>
          {isAsking && (
            <ResendDialog
              mail={mail}
              onClose={() => setIsAsking(false)}
              onDone={(message) => {
                setIsAsking(false)
                notify(message)
              }}
            />
          )}
        </div>
      )}
    </PageFrame>
  )
}
