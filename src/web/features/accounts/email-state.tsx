import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, MailWarning } from 'lucide-react'
import { useSession } from '#web/lib/session.ts'
import { ChangeEmail } from './change-email.tsx'
import { accountQuery } from './api/get-account.ts'
import { SendLinkAgain } from './send-link-again.tsx'

/** The email address, with whether it is confirmed if the server says so. */
export function EmailState() {
  const email = useSession((session) => session.email)
  const { data } = useQuery(accountQuery)
  return (
    <div>
      <p translate="no" className="font-semibold wrap-anywhere">
        {email}
      </p>
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
            Not confirmed. Please open the link in the email we sent you.
          </p>
          <SendLinkAgain />
        </>
      )}
      <ChangeEmail />
    </div>
  )
}
