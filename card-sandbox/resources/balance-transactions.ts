import { now } from '../clock.ts'
import { newId } from '../ids.ts'
import type { BalanceTransaction } from '../balance-types.ts'
import type { Store } from '../store.ts'

type Movement = Pick<BalanceTransaction, 'amount' | 'currency' | 'description' | 'reporting_category' | 'source' | 'type'>

/** Records money that enters or leaves the balance. */
export function addTransaction(store: Store, movement: Movement, fee = 0): BalanceTransaction {
  return store.put('balance_transaction', {
    id: newId('txn'),
    object: 'balance_transaction',
    available_on: now(store),
    created: now(store),
    fee,
    net: movement.amount - fee,
    ...movement,
  })
}
