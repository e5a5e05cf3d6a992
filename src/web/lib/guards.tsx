import { useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useSession } from '#web/lib/session.ts'
import { dueSetup, isCatalogueOpen, wantedPage } from '#web/lib/access.ts'

/** Redirects visitors to the login and remembers the page they wanted. */
export function SignedInOnly() {
  const isSignedIn = useSession((session) => session.isAuthenticated)
  // A visitor who signs out on a guarded page did not ask to come back to it.
  const cameSignedOut = useRef(!isSignedIn)
  const { pathname, search } = useLocation()
  const page = `${pathname}${search}`

  useEffect(() => {
    if (!isSignedIn && cameSignedOut.current) wantedPage.keep(page)
    if (isSignedIn && wantedPage.find() === page) wantedPage.forget()
  }, [isSignedIn, page])

  if (!isSignedIn) return <Navigate to={pages.login} replace />
  return dueSetup.isDue() && pathname !== pages.security ? <Navigate to={pages.security} replace /> : <Outlet />
}

/** Redirects signed-in visitors away from login and sign-up (specification §2). */
export function SignedOutOnly() {
  const isSignedIn = useSession((session) => session.isAuthenticated)
  return isSignedIn ? <Navigate to={dueSetup.isDue() ? pages.security : pages.home} replace /> : <Outlet />
}

export function CatalogueGuard() {
  return isCatalogueOpen() ? <Outlet /> : <SignedInOnly />
}
