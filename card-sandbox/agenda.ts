import { now } from './clock.ts'
import { settleRefund } from './resources/refunds.ts'
import { endSession } from './resources/sessions.ts'
import type { Store } from './store.ts'

/** Runs what is due by the clock: sessions expire, refunds reach their second step. */
export function runDueTasks(store: Store): void {
  const moment = now(store)
  for (const task of store.all('task').filter((each) => each.at <= moment)) {
    store.transaction(() => {
      if (task.kind === 'expire_session') endSession(store, task.ref)
      else settleRefund(store, task.ref)
    })
  }
}
