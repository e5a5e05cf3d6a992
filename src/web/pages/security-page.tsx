import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, KeyRound, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { SetupStep } from '#shared/accounts/public.ts'
import { pages } from '#shared/pages.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ConfirmFirst } from '#web/features/accounts/confirm-first.tsx'
import { passkeysQuery } from '#web/features/accounts/own-passkeys.ts'
import { PasskeySection } from '#web/features/accounts/passkey-section.tsx'
import { StaffPassword } from '#web/features/accounts/password-form.tsx'
import { SecondFactorSection } from '#web/features/accounts/second-factor-section.tsx'
import { secondFactorQuery } from '#web/features/accounts/second-factor-state.tsx'
import { SettingsSection } from '#web/features/accounts/settings-section.tsx'
import { dueSetup } from '#web/lib/access.ts'
import { classNames } from '#web/lib/class-names.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

/** Two-step sign-in; for staff it is the only page available until their sign-in is set up. */
export function SecurityPage() {
  usePageTitle('Sign-in security')
  const { data: factor, isError, refetch } = useQuery(secondFactorQuery)
  const { data: passkeys } = useQuery(passkeysQuery)
  const due: SetupStep[] = (factor?.dueSetup ?? []).filter((step) => step !== undefined)
  const isDue = due.length > 0
  const [wasDue, setWasDue] = useState(dueSetup.isDue)
  if (isDue && !wasDue) setWasDue(true)
  // Stays visible once shown, to report success.
  const [hadPassword, setHadPassword] = useState(false)
  if (due.includes('password') && !hadPassword) setHadPassword(true)
  // Passkeys are for staff only, and come last.
  const hasPasskeys = passkeys !== undefined && passkeys.obstacle !== undefined && passkeys.obstacle !== 'not_staff' && !isDue
  const isSetUp = factor !== undefined && !isDue
  useEffect(() => {
    if (isSetUp) dueSetup.forget()
  }, [isSetUp])

  return (
    <div className="page-width max-w-5xl! py-10 md:py-16">
      <header>
        {(isSetUp || !wasDue) && (
          <Link to={pages.settings} className="text-link inline-flex min-h-11 items-center gap-1">
            <ChevronLeft aria-hidden="true" className="size-4 shrink-0" />
            Settings
          </Link>
        )}
        <h1 className="text-4xl">Sign-in security</h1>
      </header>
      {isDue && <SetupSteps due={due} />}
      <div className="mt-8 rounded-card border border-line bg-paper px-5 sm:px-10 [&>section:first-child]:border-t-0">
        {hadPassword && (
          <SettingsSection title="A staff password" text="Make it long and hard to guess. Three or four random words work well.">
            <StaffPassword onDone={() => void refetch()} />
          </SettingsSection>
        )}
        <SettingsSection
          title="Two-step sign-in"
          text="Enter a code from your phone after your password, so a stolen password isn’t enough to get in."
        >
          {factor && <SecondFactorSection factor={factor} />}
          {!factor && !isError && <Skeleton className="h-40" />}
          {isError && !factor && (
            <div className="flex flex-wrap items-center gap-4">
              <p className="text-ink-soft">We couldn’t load this.</p>
              <Button variant="secondary" size="small" className="min-h-11" onClick={() => void refetch({ cancelRefetch: false })}>
                Try again
              </Button>
            </div>
          )}
        </SettingsSection>
        {hasPasskeys && (
          <SettingsSection title="Passkeys" text="The quickest way to sign in, and one that can’t be phished.">
            <ConfirmFirst>
              <PasskeySection state={passkeys} />
            </ConfirmFirst>
          </SettingsSection>
        )}
      </div>
      {wasDue && isSetUp && <AllSet />}
    </div>
  )
}

function AllSet() {
  return (
    <Alert kind="success" title="Your sign-in is set up" className="mt-8">
      <p>You now have access to everything your role includes.</p>
      <ButtonLink to={pages.home} size="small" variant="secondary" className="mt-3 min-h-11">
        Go to the home page
      </ButtonLink>
    </Alert>
  )
}

const STEPS = {
  password: { title: 'Choose a staff password', text: 'Your current one is too short or predates our rules.', icon: KeyRound },
  second_factor: { title: 'Set up two-step sign-in', text: 'You need your phone. It takes two minutes.', icon: ShieldCheck },
} as const

function SetupSteps({ due }: { due: readonly SetupStep[] }) {
  return (
    <section aria-labelledby="setup-steps" className="mt-8 rounded-card bg-night p-[min(2rem,6vw)] text-white">
      <h2 id="setup-steps" className="text-2xl">
        {due.length === 1 ? 'One step before you start' : 'Two steps before you start'}
      </h2>
      <p className="mt-2 max-w-text text-white/80">
        You work with our travellers’ bookings and data, so your account needs more than a password. Until then, this is the only page you
        can open.
      </p>
      <ol className={classNames('mt-6 grid gap-4', due.length > 1 && 'md:grid-cols-2')}>
        {due.map((step, index) => {
          const { title, text, icon: Icon } = STEPS[step]
          return (
            <li key={step} className="flex gap-4 rounded-card bg-white/10 p-[min(1.25rem,5vw)]">
              <Icon aria-hidden="true" className="size-6 shrink-0 text-sun" />
              <div className="min-w-0">
                <p className="font-semibold">
                  <span>{due.length > 1 && `${index + 1}. `}</span>
                  {title}
                </p>
                <p className="text-sm text-white/80">{text}</p>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
