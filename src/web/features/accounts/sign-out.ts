import { calls } from '#shared/paths.ts'
import { logProblem } from '#web/lib/log.ts'
import { signOut } from '#web/lib/session.ts'

/** Tells the server; whatever it says, nobody is signed in here any more (specification §7). */
export async function leave(): Promise<void> {
  try {
    // Fetched only now: the home page, which has the button too, makes no other call.
    const { postJson } = await import('#web/lib/http.ts')
    await postJson(calls.logout)
  } catch (error) {
    logProblem('the logout call failed', error)
  }
  signOut()
}
