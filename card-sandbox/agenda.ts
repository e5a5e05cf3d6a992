import { nowMs } from './clock.ts'
import { settleRefund } from './resources/refunds.ts'
import { endSession } from './resources/sessions.ts'
import type { Store } from './store.ts'

/** So much of what an outage has left is done at once: requests come between one portion and the next. */
const PORTION = 200

/** Runs what is due by the clock: sessions expire, refunds reach their second step. What is left over is still due afterwards. */
export function runDueTasks(store: Store): void {
  for (const task of store.takeDue('task', nowMs(store), PORTION)) {
    store.transaction(() => {
      if (task.kind === 'expire_session') endSession(store, task.ref)
      else settleRefund(store, task.ref)
    })
  }
}
