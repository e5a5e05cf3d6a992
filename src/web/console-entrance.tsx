import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Navigate, useRoutes } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { staffMemberQuery } from './features/accounts/staff-member.ts'
import { CallError, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { SiteLayout } from '#web/pages/layout/site-layout.tsx'
import { page } from './delivery/lazy-page.tsx'

const Console = lazy(async () => ({ default: (await import('./staff/console.tsx')).Console }))
const NotFoundPage = page(() => import('./pages/not-found-page.tsx'), 'NotFoundPage')

const blank = <div className="min-h-dvh" aria-busy="true" />

/**
 * The entrance to the staff console. For everyone else it is the not-found page. The server decides, and the console's scripts are not even
 * loaded before that.
 */
export function ConsoleEntrance() {
  const { data: member, error, refetch, isFetching } = useQuery(staffMemberQuery)
  if (error instanceof CallError && error.status === 403) {
    return error.code === 'staff_setup_required' ? <Navigate to={pages.security} replace /> : <NotFoundInSite />
  }
  if (member) {
    return (
      <Suspense fallback={blank}>
        <Console member={member} />
      </Suspense>
    )
  }
  // The session is over, and the login page appears by itself.
  if (!error || (error instanceof CallError && error.status === 401)) return blank
  return (
    <main className="page-width flex min-h-dvh max-w-xl! items-center">
      <Alert
        title="We couldn’t open the console"
        action={
          <Button size="small" variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {messageOf(error, 'Something went wrong on our side.', NO_RESPONSE)}
      </Alert>
    </main>
  )
}

function NotFoundInSite() {
  return useRoutes([{ element: <SiteLayout />, children: [{ path: '*', element: <NotFoundPage /> }] }])
}
