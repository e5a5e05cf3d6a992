import { pages } from '#shared/pages.ts'
import { getSession, signOut } from '#web/lib/session.ts'
import { isCatalogueOpen } from '#web/lib/site-config.ts'
import { wantedPage } from '#web/lib/wanted-page.ts'

/** Clears an expired session and goes to the login (specification §8). */
export function leaveForLogin(): void {
  const page = globalThis.location.hash.slice(1)
  // A visitor of an open catalogue signs in to book, and then returns to the tour.
  const wantsToComeBack = getSession().isAuthenticated || isCatalogueOpen()
  if (wantsToComeBack && page.length > 1 && page !== pages.login) wantedPage.keep(page)
  signOut()
  globalThis.location.hash = pages.login
}
