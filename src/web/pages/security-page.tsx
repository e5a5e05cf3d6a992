import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
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
import { usePageTitle } from '#web/lib/page-title.ts'
import { SetupSteps } from './setup-steps.tsx'

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
