import { nowMs } from './clock.ts'
import { arrive, payOut } from './resources/payouts.ts'
import { settleRefund } from './resources/refunds.ts'
import { endSession } from './resources/sessions.ts'
import type { Store } from './store.ts'
import type { Task } from './types.ts'

const DO: Record<Task['kind'], (store: Store, ref: string) => void> = {
  expire_session: endSession,
  settle_refund: settleRefund,
  pay_out: payOut,
  settle_payout: arrive,
}

/** Tasks per run after an outage, so that requests are answered between runs. */
const PORTION = 200

/** Does what is due, up to `PORTION` at a time. */
export function runDueTasks(store: Store): void {
  for (const task of store.takeDue('task', nowMs(store), PORTION)) {
    store.transaction(() => {
      DO[task.kind](store, task.ref)
    })
  }
}
