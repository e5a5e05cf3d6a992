import type { ReactNode } from 'react'
import { isStaffRole } from '#shared/accounts/public.ts'
import { getPerson } from '#shared/accounts/staff-calls.ts'
import { ROLE_NAMES, type ReadPersonDetails } from '#shared/accounts/staff.ts'
import { Panel } from '#web/components/panel.tsx'
import { PhoneLink } from '#web/components/fact.tsx'
import { queryOf } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { distanceText, momentText } from '#web/lib/moments.ts'
import { ROLE_SCOPES } from './person-texts.tsx'

export function personQuery(id: string) {
  return queryOf(getPerson, { params: { id } }, { key: [...consoleKey('people'), 'one', id], staleTime: 0, refetchOnWindowFocus: true })
}

export function PersonFacts({ person, now }: { person: ReadPersonDetails; now: number }) {
  const {
    email,
    phone,
    isEmailConfirmed,
    role,
    createdAt,
    disabledAt,
    sessions,
    passkeys,
    hasSecondFactor,
    hasPassword,
    invitedUntil,
    isReady,
  } = person
  const worksHere = isStaffRole(role)
  return (
    <Panel title="Account">
      <dl className="divide-y divide-line">
        <Line name="Email">
          {email === null ? (
            <>
              None
              <Small>They can’t sign in or receive emails until you add one</Small>
            </>
          ) : (
            <>
              <a
                href={`mailto:${encodeURIComponent(email)}`}
                className="inline-flex min-h-6 items-center font-semibold wrap-anywhere underline"
              >
                {email}
              </a>
              <Small>{isEmailConfirmed ? 'Confirmed' : 'Not confirmed yet'}</Small>
            </>
          )}
        </Line>
        <Line name="Phone">{phone ? <PhoneLink phone={phone} /> : 'None'}</Line>
        <Line name="Role">
          {ROLE_NAMES[role]}
          <Small>{ROLE_SCOPES[role]}</Small>
        </Line>
        <Line name="Joined">{momentText(createdAt)}</Line>
        {disabledAt && <Line name="Disabled">{momentText(disabledAt)}</Line>}
        <Line name="Password">
          {hasPassword ? 'Set' : 'Not set: can’t sign in yet'}
          {!hasPassword && worksHere && (
            <Small>
              {invitedUntil ? `Invitation expires ${momentText(invitedUntil)} (${distanceText(invitedUntil, now)})` : 'No valid invitation'}
            </Small>
          )}
        </Line>
        <Line name="Two-step sign-in">
          {hasSecondFactor ? 'On' : 'Off'}
          {worksHere && hasPassword && !isReady && <Small>Must set up sign-in before using the console</Small>}
        </Line>
        {worksHere && <Line name="Passkeys">{passkeys === 0 ? 'None' : passkeys}</Line>}
        <Line name="Signed in">{sessions === 0 ? 'Not signed in' : sessions === 1 ? 'On 1 device' : `On ${sessions} devices`}</Line>
      </dl>
    </Panel>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function Small({ children }: { children: ReactNode }) {
  return <span className="block text-xs text-ink-soft">{children}</span>
}
