import { useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { SignupForm } from '#web/features/accounts/signup-form.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { PhotoPage } from './layout/photo-page.tsx'
import { WantedReason } from './wanted-reason.tsx'

export function SignupPage() {
  usePageTitle('Create Account')
  const [isDone, setIsDone] = useState(false)
  return (
    <PhotoPage>
      <h1 className="mb-6 text-3xl">Create Account</h1>
      {!isDone && <WantedReason what="Sign up" />}
      <SignupForm onDone={() => setIsDone(true)} />
      {!isDone && (
        <p className="mt-4 text-center text-ink-soft">
          Already have an account?{' '}
          <Link to={pages.login} className="text-link inline-flex min-h-11 items-center">
            Login
          </Link>
        </p>
      )}
    </PhotoPage>
  )
}
