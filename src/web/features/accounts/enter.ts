import { LOGIN_SUCCESSFUL, type loginResponseSchema } from '#shared/accounts/public.ts'
import type { Lenient } from '#shared/lenient.ts'
import { consolePages } from '#shared/pages.ts'
import { dueSetup } from '#web/lib/due-setup.ts'
import { awaitCookies } from '#web/lib/session-end.ts'
import { signIn } from '#web/lib/session.ts'
import { wantedPage } from '#web/lib/wanted-page.ts'
import { userRecord, worksHere } from './user-record.ts'

/** Starts the session after a sign-in. `email` is as typed; the page's guard then redirects home (specification §2). */
export function enter(answer: Lenient<typeof loginResponseSchema>, email: string): void {
  // Any other message in a successful response has no visible effect (specification §8).
  if (answer.message !== LOGIN_SUCCESSFUL) return
  const user = userRecord(answer.user, email)
  if (answer.dueSetup?.length) dueSetup.keep(user.id)
  else dueSetup.forget()
  // Home redirects to the page the user wanted; staff without one go to the console.
  if (worksHere(answer.user) && wantedPage.find() === undefined) wantedPage.keep(consolePages.today)
  awaitCookies()
  signIn(user)
}
