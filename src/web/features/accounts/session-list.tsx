import { useQuery } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useRef } from 'react'
import { endOtherSessions, endSession } from '#shared/accounts/security-calls.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ask } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { lastActive, sessionsQuery, signedInAt, type AccountSession } from './sessions.ts'

const FAILED = 'We couldn’t sign out the device. Please try again.'

/** Devices on which the account is signed in; the others can be signed out here. */
export function SessionList() {
  const list = useRef<HTMLUListElement>(null)
  const sessions = useQuery(sessionsQuery)
  const signingOut = useSignOutSessions(
    // The button that was pressed disappears with its line.
    () => list.current?.focus(),
  )

  if (sessions.isPending) return <Skeleton className="h-20" />
  if (sessions.isError) {
    return (
      <div className="flex flex-wrap items-center gap-4">
        <p className="text-ink-soft">We couldn’t load the list.</p>
        <Button variant="secondary" size="small" className="min-h-11" onClick={() => void sessions.refetch({ cancelRefetch: false })}>
          Try again
        </Button>
      </div>
    )
  }
  const hasOthers = sessions.data.some(({ isCurrent }) => !isCurrent)
  return (
    <div>
      {signingOut.isError && <Alert className="mb-4">{messageOf(signingOut.error, FAILED, NO_RESPONSE)}</Alert>}
      <ul ref={list} tabIndex={-1} aria-label="Signed-in devices" className="divide-y divide-line outline-none">
        {sessions.data.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            isBusy={signingOut.isPending}
            isLeaving={signingOut.isPending && signingOut.variables === session.id}
            onSignOut={() => signingOut.mutate(session.id)}
          />
        ))}
      </ul>
      {hasOthers && (
        <Button
          variant="secondary"
          size="small"
          className="mt-4 min-h-11"
          disabled={signingOut.isPending}
          isBusy={signingOut.isPending && signingOut.variables === undefined}
          onClick={() => signingOut.mutate(undefined)}
        >
          Sign out all other devices
        </Button>
      )}
      <p role="status" className="text-sm font-medium text-sea-deep not-empty:mt-3">
        {signingOut.isSuccess &&
          (signingOut.variables === undefined ? 'All your other devices have been signed out.' : 'Device signed out.')}
      </p>
    </div>
  )
}

type LineProps = { session: AccountSession; isBusy: boolean; isLeaving: boolean; onSignOut: () => void }

function SessionLine({ session, isBusy, isLeaving, onSignOut }: LineProps) {
  const { device = 'Unknown device', isCurrent } = session
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Laptop
  return (
    <li className="flex items-start gap-[min(1rem,4vw)] py-4 first:pt-0">
      <span className="flex size-[min(2.75rem,14vw)] shrink-0 items-center justify-center rounded-pill bg-sand">
        <Icon aria-hidden="true" className="size-5 text-ink-soft" />
      </span>
      <div className="min-w-0 flex-1 sm:flex sm:items-center sm:justify-between sm:gap-4">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            {device}
            {isCurrent && <span className="rounded-pill bg-sea-tint px-2.5 py-0.5 text-xs text-sea-deep">This device</span>}
          </p>
          <p className="text-sm text-ink-soft">{timesOf(session)}</p>
        </div>
        {!isCurrent && (
          <Button
            variant="quiet"
            size="small"
            className="-ml-4 min-h-11 shrink-0 sm:ml-0"
            aria-label={`Sign out ${device}`}
            disabled={isBusy}
            isBusy={isLeaving}
            onClick={onSignOut}
          >
            Sign out
          </Button>
        )}
      </div>
    </li>
  )
}

function timesOf({ signedInAt: since, lastActiveAt: last, isCurrent }: AccountSession): string {
  return [since && `Signed in ${signedInAt(since)}`, last && !isCurrent && lastActive(last)].filter(Boolean).join(', ')
}

/** Signs out one device, or without an id all but this one. */
function useSignOutSessions(onSignedOut: () => void) {
  const reload = useReload(sessionsQuery.queryKey)
  return useCall({
    mutationFn: (id: string | undefined) => (id === undefined ? ask(endOtherSessions, {}) : ask(endSession, { params: { id } })),
    onSettled: reload,
    onSuccess: onSignedOut,
  })
}
