import { LOG_OUT } from '#shared/accounts/session-paths.ts'
import { postJson } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'
import { getSession, signOutForGood } from '#web/lib/session.ts'
import { countTicks, forgetTicks } from '#web/lib/waiting-ticks.ts'

/** Signs out locally and on the server; locally even if the call fails (specification §7). Asks first if unsent ticks would be lost. */
export async function leave(): Promise<void> {
  const id = getSession().id ?? ''
  const waiting = countTicks(id)
  if (waiting > 0 && !(await (await import('./unsent-ticks.tsx')).askToLeave(waiting))) return
  forgetTicks(id)
  try {
    await postJson(LOG_OUT)
  } catch (error) {
    logProblem('The logout call failed', error)
  }
  signOutForGood()
}
