import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ForgotPasswordForm } from '#web/features/accounts/reset-password.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { PhotoPage } from './layout/photo-page.tsx'

export function ForgotPasswordPage() {
  usePageTitle('Forgot your password?')
  return (
    <PhotoPage>
      <h1 className="text-3xl">Forgot your password?</h1>
      <p className="mt-3 mb-6 text-ink-soft">It happens. We’ll send you a link to choose a new one.</p>
      <ForgotPasswordForm />
      <p className="mt-4 text-center">
        <Link to={pages.login} className="text-link inline-flex min-h-11 items-center">
          Back to login
        </Link>
      </p>
    </PhotoPage>
  )
}
