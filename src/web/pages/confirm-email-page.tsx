import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { confirmEmail } from '#shared/accounts/calls.ts'
import { EMAIL_CHANGED } from '#shared/accounts/email-changes.ts'
import { getAccount } from '#shared/accounts/own-calls.ts'
import { LINK_SPENT, SIGN_IN_TO_CONFIRM } from '#shared/accounts/public.ts'
import { pages } from '#shared/pages.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { useInheritedFocus } from '#web/components/use-inherited-focus.ts'
import { ask } from '#web/lib/ask.ts'
import { CallError, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { getSession, useSession } from '#web/lib/session.ts'
import { wantedPage } from '#web/lib/access.ts'
import { PhotoPage } from './layout/photo-page.tsx'

/** Opened from an email. The page itself makes the call, because email scanners follow links but do not run scripts. */
export function ConfirmEmailPage() {
  usePageTitle('Confirm your email address')
  const token = useSearchParams()[0].get('token') ?? ''
  const isSignedIn = useSession((session) => session.isAuthenticated)
  const confirming = useQuery(confirmEmailQuery(token))
  const client = useQueryClient()
  const { isSuccess, error, data } = confirming
  const isChanged = data?.message === EMAIL_CHANGED
  useEffect(() => {
    // The settings may still show "not confirmed".
    if (isSuccess) void client.invalidateQueries({ queryKey: ['account'], exact: true })
  }, [client, isSuccess])
  const isSpent = token === '' || (error instanceof CallError && (error.code === 'link_spent' || error.status === 400))
  const isStrangers = error instanceof CallError && error.code === 'sign_in_to_confirm'
  const { pathname, search } = useLocation()
  const here = `${pathname}${search}`
  const region = useInheritedFocus()

  return (
    <PhotoPage>
      <h1 className="mb-6 text-3xl">Confirm your email address</h1>
      <div ref={region} data-place="state" tabIndex={-1} className="space-y-5 outline-none">
        {token !== '' && confirming.isPending && (
          <p role="status" className="text-ink-soft">
            One moment...
          </p>
        )}
        {isSuccess && (
          <>
            <Alert kind="success">
              {isChanged
                ? 'Thank you. Your account now uses this address. Please use it to log in from now on.'
                : 'Thank you, your email address is confirmed.'}
            </Alert>
            <ButtonLink to={isSignedIn ? pages.destinations : pages.login} className="w-full">
              {isSignedIn ? 'Find a tour' : 'Login'}
            </ButtonLink>
          </>
        )}
        {isSpent && (
          <>
            <Alert>{LINK_SPENT}</Alert>
            <p className="text-ink-soft">You can request a new one in Settings.</p>
            <ButtonLink to={pages.settings} className="w-full">
              Go to settings
            </ButtonLink>
          </>
        )}
        {isStrangers && (
          <>
            <Alert kind="info" title="Did you sign up with this address?">
              {SIGN_IN_TO_CONFIRM}
            </Alert>
            <ButtonLink to={`${pages.resetPassword}?token=${encodeURIComponent(token)}`} className="w-full">
              Choose a password
            </ButtonLink>
            <ButtonLink to={pages.login} variant="secondary" className="w-full" onClick={() => wantedPage.keep(here)}>
              Log in
            </ButtonLink>
          </>
        )}
        {confirming.isError && !isSpent && !isStrangers && (
          <>
            <Alert>{messageOf(error, 'We couldn’t confirm your address. Please try again.', NO_RESPONSE)}</Alert>
            <Button className="w-full" isBusy={confirming.isFetching} onClick={() => void confirming.refetch({ cancelRefetch: false })}>
              Try again
            </Button>
          </>
        )}
      </div>
    </PhotoPage>
  )
}

/** Confirms the address when the page opens. A link that changes the address works once, any other repeatedly. */
function confirmEmailQuery(token: string) {
  return queryOptions({
    queryKey: ['confirm-email', token],
    queryFn: async () => {
      // The confirmation uses the session, if there is one, but does not refresh it; this call does.
      if (getSession().isAuthenticated) await ask(getAccount, {}).catch(() => undefined)
      return ask(confirmEmail, { body: { token } })
    },
    retry: false,
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
}
