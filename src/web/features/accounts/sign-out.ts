import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'
import { signOut } from '#web/lib/session.ts'

/** Tells the server; whatever it says, nobody is signed in here any more (specification §7). */
export async function leave(): Promise<void> {
  try {
    await postJson(calls.logout)
  } catch (error) {
    logProblem('The logout call failed', error)
  }
  signOut()
}
