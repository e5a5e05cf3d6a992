import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { EmailState } from '#web/features/accounts/email-state.tsx'
import { DeleteAccount, OwnData } from '#web/features/accounts/own-data.tsx'
import { PasswordForm } from '#web/features/accounts/password-form.tsx'
import { PictureEditor } from '#web/features/accounts/picture-editor.tsx'
import { NameForm, PhoneForm } from '#web/features/accounts/profile-forms.tsx'
import { SecondFactorState } from '#web/features/accounts/second-factor-state.tsx'
import { SessionList } from '#web/features/accounts/session-list.tsx'
import { SettingsSection } from '#web/features/accounts/settings-section.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'

const LINKS = [
  { title: 'Profile', path: pages.profile },
  { title: 'My Bookings', path: pages.bookings },
]

export function SettingsPage() {
  usePageTitle('Settings')
  return (
    <div className="page-width max-w-5xl! py-10 md:py-16">
      <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <h1 className="text-4xl">Settings</h1>
        <ul className="flex flex-wrap gap-x-6">
          {LINKS.map((link) => (
            <li key={link.path}>
              <Link to={link.path} className="text-link inline-flex min-h-11 items-center gap-1">
                {link.title}
                <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
              </Link>
            </li>
          ))}
        </ul>
      </header>
      <div className="mt-8 rounded-card border border-line bg-paper px-5 sm:px-10 [&>section:first-child]:border-t-0">
        <SettingsSection title="You" text="How we greet you, and how you appear in your bookings.">
          <PictureEditor />
          <NameForm />
          <PhoneForm />
        </SettingsSection>
        <SettingsSection title="Email" text="Where we send emails about your bookings.">
          <EmailState />
        </SettingsSection>
        <SettingsSection title="Password" text="Changing it signs out all your other devices.">
          <PasswordForm />
        </SettingsSection>
        <SettingsSection title="Sign-in security" text="Protects your account even if someone gets your password.">
          <SecondFactorState />
        </SettingsSection>
        <SettingsSection title="Devices" text="Where you’re signed in.">
          <SessionList />
        </SettingsSection>
        <SettingsSection title="Your data" text="Download everything we keep about you.">
          <OwnData />
        </SettingsSection>
        <SettingsSection title="Delete your account" text="Permanently delete your account.">
          <DeleteAccount />
        </SettingsSection>
      </div>
    </div>
  )
}
