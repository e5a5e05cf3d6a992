import { LOGIN_SUCCESSFUL, type loginResponseSchema } from '#shared/accounts/public.ts'
import type { Lenient } from '#shared/lenient.ts'
import { consolePages } from '#shared/pages.ts'
import { dueSetup } from '#web/lib/due-setup.ts'
import { signIn } from '#web/lib/session.ts'
import { wantedPage } from '#web/lib/wanted-page.ts'
import { userRecord, worksHere } from './user-record.ts'

/** Takes over who has signed in. `email`: as it was typed; the page's guard then takes them to the home page (specification §2). */
export function enter(answer: Lenient<typeof loginResponseSchema>, email: string): void {
  // Any other message in a successful response does nothing visible (specification §8).
  if (answer.message !== LOGIN_SUCCESSFUL) return
  const user = userRecord(answer.user, email)
  if (answer.dueSetup?.length) dueSetup.keep(user.id)
  else dueSetup.forget()
  // Home offers the page that was wanted; to staff who wanted none, the console.
  if (worksHere(answer.user) && wantedPage.find() === undefined) wantedPage.keep(consolePages.today)
  signIn(user)
}
