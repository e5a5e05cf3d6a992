import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { LINK_SPENT } from '#shared/accounts/public.ts'
import { pages } from '#shared/pages.ts'
import { Alert } from '#web/components/alert.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { useInheritedFocus } from '#web/components/use-inherited-focus.ts'
import { ResetPasswordForm } from '#web/features/accounts/reset-password.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { PhotoPage } from './layout/photo-page.tsx'

/** Opened from an email; the token is in the query part of the hash, which servers never see. */
export function ResetPasswordPage() {
  usePageTitle('Choose a password')
  const token = useSearchParams()[0].get('token') ?? ''
  return (
    <PhotoPage>
      <h1 className="mb-6 text-3xl">Choose a password</h1>
      <ResetPassword key={token} token={token} />
    </PhotoPage>
  )
}

function ResetPassword({ token }: { token: string }) {
  const [state, setState] = useState<'open' | 'done' | 'spent'>(token === '' ? 'spent' : 'open')
  const region = useInheritedFocus()
  return (
    <div ref={region} data-place="state" tabIndex={-1} className="outline-none">
      {state === 'open' && <ResetPasswordForm token={token} onDone={() => setState('done')} onSpent={() => setState('spent')} />}
      {state === 'done' && (
        <div className="space-y-5">
          <Alert kind="success">Your password has been saved. You can now log in.</Alert>
          <ButtonLink to={pages.login} className="w-full">
            Login
          </ButtonLink>
        </div>
      )}
      {state === 'spent' && (
        <div className="space-y-5">
          <Alert>{LINK_SPENT}</Alert>
          <ButtonLink to={pages.forgotPassword} className="w-full">
            Send me a new link
          </ButtonLink>
          <p className="text-center text-ink-soft">
            Already chosen a password?{' '}
            <Link to={pages.login} className="text-link inline-flex min-h-11 items-center">
              Login
            </Link>
          </p>
        </div>
      )}
    </div>
  )
}
