import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Alert } from '#web/components/alert.tsx'
import { farewell } from '#web/features/accounts/farewell.ts'
import { LoginForm, PasskeySignIn } from '#web/features/accounts/login-form.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { areCookiesBlocked } from '#web/lib/http.ts'
import { PhotoPage } from './layout/photo-page.tsx'
import { WantedReason } from './wanted-reason.tsx'

export function LoginPage() {
  usePageTitle('Login')
  const [isFarewell] = useState(farewell.find)
  const [isCookieless] = useState(areCookiesBlocked)
  // Only in an effect, since React may discard a render.
  useEffect(() => farewell.forget(), [])
  return (
    <PhotoPage>
      <h1 className="mb-6 text-3xl">Login</h1>
      {isFarewell && (
        <Alert kind="success" className="mb-5">
          Your account has been deleted. Safe travels. You’re always welcome back.
        </Alert>
      )}
      {isCookieless && (
        <Alert kind="warning" title="Your browser is blocking cookies" className="mb-5">
          You can’t stay logged in without them. Please allow cookies for this site in your browser’s settings, or use another browser, and
          log in again.
        </Alert>
      )}
      <WantedReason what="Log in" />
      <LoginForm />
      <p className="mt-3 text-center">
        <Link to={pages.forgotPassword} className="text-link inline-flex min-h-11 items-center">
          Forgot your password?
        </Link>
      </p>
      <p className="text-center text-ink-soft">
        Don't have an account?{' '}
        <Link to={pages.signup} className="text-link inline-flex min-h-11 items-center">
          Sign up
        </Link>
      </p>
      <PasskeySignIn />
    </PhotoPage>
  )
}
