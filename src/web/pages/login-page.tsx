import { Link } from 'react-router'
import { pages } from '#shared/paths.ts'
import { LoginForm } from '#web/features/accounts/login-form.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { PhotoPage } from './layout/photo-page.tsx'

export function LoginPage() {
  usePageTitle('Login')
  return (
    <PhotoPage>
      <h1 className="mb-6 text-3xl">Login</h1>
      <LoginForm />
      <p className="mt-6 text-center text-ink-soft">
        Don't have an account?{' '}
        <Link to={pages.signup} className="text-link">
          Sign up
        </Link>
      </p>
    </PhotoPage>
  )
}
