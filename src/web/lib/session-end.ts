import { pages } from '#shared/pages.ts'
import { NO_COOKIES } from '#shared/accounts/session-paths.ts'
import { getSession, signOut } from '#web/lib/session.ts'
import { isCatalogueOpen } from '#web/lib/site-config.ts'
import { wantedPage } from '#web/lib/wanted-page.ts'

let isAwaitingCookies = false
let areCookiesMissing = false

/** After a successful login, the next refused call shows whether the browser has kept the session's cookies. */
export function awaitCookies(): void {
  isAwaitingCookies = true
  areCookiesMissing = false
}

/** Called after each attempt to refresh the session. */
export function noteRefresh({ isSuccess, headers }: { isSuccess: boolean; headers: Headers }): void {
  areCookiesMissing = isAwaitingCookies && getSession().isAuthenticated && headers.has(NO_COOKIES)
  if (isSuccess) isAwaitingCookies = false
}

/** Whether the browser blocks cookies, without which nobody stays signed in. */
export function areCookiesBlocked(): boolean {
  return areCookiesMissing || !globalThis.navigator.cookieEnabled
}

/** Clears an expired session and goes to the login (specification §8). */
export function leaveForLogin(): void {
  const page = globalThis.location.hash.slice(1)
  // A visitor of an open catalogue signs in to book, and then returns to the tour.
  const wantsToComeBack = getSession().isAuthenticated || isCatalogueOpen()
  if (wantsToComeBack && page.length > 1 && page !== pages.login) wantedPage.keep(page)
  signOut()
  globalThis.location.hash = pages.login
}
