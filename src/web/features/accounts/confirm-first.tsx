import { useQuery } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { sendConfirmation } from '#shared/accounts/own-calls.ts'
import { Button } from '#web/components/button.tsx'
import { ask } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useSession } from '#web/lib/session.ts'
import { useCall } from '#web/lib/use-call.ts'
import { accountQuery } from './own-account.ts'

/** Offers a second factor or passkeys only after the email address is confirmed; until then it explains how to confirm it. */
export function ConfirmFirst({ children }: { children: ReactNode }) {
  const email = useSession((session) => session.email)
  const { data } = useQuery(accountQuery)
  if (data?.isEmailConfirmed !== false) return children
  return (
    <div className="max-w-text">
      <p className="flex items-start gap-2 font-semibold">
        <MailWarning aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-sun-deep" />
        Please confirm your email address first
      </p>
      <p className="mt-2">
        Open the link in the email we sent to{' '}
        <span translate="no" className="font-semibold wrap-anywhere">
          {email}
        </span>
        , then come back here. This makes sure no one can use your address to lock you out.
      </p>
      <SendLinkAgain />
    </div>
  )
}

export function SendLinkAgain() {
  const sending = useCall({ mutationFn: () => ask(sendConfirmation, {}) })
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className="mt-4 min-h-11"
        isBusy={sending.isPending}
        disabled={sending.isSuccess}
        onClick={() => sending.mutate()}
      >
        Send again
      </Button>
      <p role="status" className="text-sm font-medium text-sea-deep not-empty:mt-3">
        {sending.isSuccess && 'A new link is on its way.'}
      </p>
      <p role="alert" className="text-sm font-medium text-danger not-empty:mt-3">
        {sending.isError && messageOf(sending.error, 'We couldn’t send the email. Please try again.', NO_RESPONSE)}
      </p>
    </>
  )
}
