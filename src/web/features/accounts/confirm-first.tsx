import { useQuery } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '#web/lib/session.ts'
import { accountQuery } from './api/get-account.ts'
import { SendLinkAgain } from './send-link-again.tsx'

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
