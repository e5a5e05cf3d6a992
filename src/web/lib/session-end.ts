import { pages } from '#shared/paths.ts'
import { getSession, signOut } from '#web/lib/session.ts'
import { wantedPage } from '#web/lib/wanted-page.ts'

/** Forgets a session that is over and goes to the login (specification §8). */
export function leaveForLogin(): void {
  const page = globalThis.location.hash.slice(1)
  if (getSession().isAuthenticated && page.length > 1 && page !== pages.login) wantedPage.keep(page)
  signOut()
  globalThis.location.hash = pages.login
}
