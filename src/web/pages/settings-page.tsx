import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#shared/paths.ts'
import { Avatar } from '#web/features/accounts/avatar.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSession } from '#web/lib/session.ts'

const LINKS = [
  { title: 'Profile', text: 'Language, country and time zone', path: pages.profile },
  { title: 'My Bookings', text: 'Tours and vehicle rentals', path: pages.bookings },
]

export function SettingsPage() {
  usePageTitle('Settings')
  const { name, email, profileImage } = useSession()
  return (
    <div className="page-width section-space max-w-3xl">
      <h1 className="text-3xl">Settings</h1>
      <section aria-labelledby="account-title" className="mt-8 rounded-card border border-line bg-paper p-6 sm:p-8">
        <div className="flex items-center gap-4">
          <Avatar name={name} image={profileImage} className="size-16" />
          <h2 id="account-title" className="text-xl">
            Your account
          </h2>
        </div>
        <dl className="mt-6 grid gap-5 sm:grid-cols-2">
          <div>
            <dt className="text-sm text-ink-soft">Name</dt>
            <dd className="font-semibold">{name}</dd>
          </div>
          <div>
            <dt className="text-sm text-ink-soft">Email</dt>
            <dd className="font-semibold">{email}</dd>
          </div>
        </dl>
      </section>
      <ul className="mt-6 divide-y divide-line rounded-card border border-line bg-paper">
        {LINKS.map((link) => (
          <li key={link.path}>
            <Link to={link.path} className="flex items-center justify-between gap-4 rounded-card px-6 py-4 hover:text-coral-deep sm:px-8">
              <span>
                <span className="block font-semibold">{link.title}</span>
                <span className="block text-sm text-ink-soft">{link.text}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
