import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, MailWarning } from 'lucide-react'
import { Button } from '#web/components/button.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useSession } from '#web/lib/session.ts'
import { useCall } from '#web/lib/use-call.ts'
import { ChangeEmail } from './change-email.tsx'
import { accountQuery } from './own-account.ts'
import { resendConfirmation } from './settings-api.ts'

/** The email address, and whether its owner has confirmed it where the server says so. */
export function EmailState() {
  const email = useSession((session) => session.email)
  const { data } = useQuery(accountQuery)
  const sending = useCall({ mutationFn: resendConfirmation })
  return (
    <div>
      <p className="font-semibold wrap-anywhere">{email}</p>
      {data?.isEmailConfirmed === true && (
        <p className="mt-1 flex items-center gap-2 text-sm font-medium text-sea-deep">
          <BadgeCheck aria-hidden="true" className="size-5 shrink-0" />
          Confirmed
        </p>
      )}
      {data?.isEmailConfirmed === false && (
        <>
          <p className="mt-1 flex items-start gap-2 text-sm font-medium text-sun-deep">
            <MailWarning aria-hidden="true" className="size-5 shrink-0" />
            Not confirmed. Please open the link in the email that we have sent you.
          </p>
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
        </>
      )}
      <p role="status" className="text-sm font-medium text-sea-deep not-empty:mt-3">
        {sending.isSuccess && 'A new link is on its way.'}
      </p>
      <p role="alert" className="text-sm font-medium text-danger not-empty:mt-3">
        {sending.isError && messageOf(sending.error, 'The email could not be sent. Please try again.', NO_RESPONSE)}
      </p>
      <ChangeEmail />
    </div>
  )
}
