import { nowMs } from './clock.ts'
import { settleRefund } from './resources/refunds.ts'
import { endSession } from './resources/sessions.ts'
import type { Store } from './store.ts'

/** Tasks per run after an outage, so that requests are answered between runs. */
const PORTION = 200

/** Expires sessions and settles refunds that are due, up to `PORTION` at a time. */
export function runDueTasks(store: Store): void {
  for (const task of store.takeDue('task', nowMs(store), PORTION)) {
    store.transaction(() => {
      if (task.kind === 'expire_session') endSession(store, task.ref)
      else settleRefund(store, task.ref)
    })
  }
}
