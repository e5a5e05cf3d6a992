import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'
import { signOutForGood } from '#web/lib/session.ts'

/** Signs out here and on the server; here even if the call fails (specification §7). */
export async function leave(): Promise<void> {
  try {
    await postJson(calls.logout)
  } catch (error) {
    logProblem('The logout call failed', error)
  }
  signOutForGood()
}
