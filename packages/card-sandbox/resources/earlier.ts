import { DAY, midnightFrom, now } from '../clock.ts'
import type { Store } from '../store.ts'
import type { BalanceTransaction } from '../types.ts'
import { bookCharge, getCharge } from './charges.ts'
import { isHolding, reinstate, withdraw } from './disputes.ts'
import { addTo, makePayout } from './payouts.ts'
import { bookFailure, bookRefund, getRefund } from './refunds.ts'

/** Seconds until a refund failed or a dispute was won, where nothing tells. */
const FAILED_AFTER = 60
const WON_AFTER = 7 * DAY

/** Books one movement of money and returns the id of its balance transaction. */
interface Step {
  at: number
  book: () => string | null | undefined
}

/**
 * Books what has moved before there were balance transactions: in the past that a new state begins with, and in a state
 * written by an earlier version. Like the past, it emits no events.
 */
export function bookEarlier(store: Store): void {
  const steps = [...chargeSteps(store), ...refundSteps(store), ...disputeSteps(store)].sort((one, other) => one.at - other.at)
  const [first] = steps
  if (!first) return
  store.transaction(() => {
    let day = midnightFrom(first.at)
    let unpaid: BalanceTransaction[] = []
    const payUntil = (moment: number): void => {
      for (; day <= moment; day += DAY) unpaid = payOn(store, day, unpaid)
    }
    for (const step of steps) {
      payUntil(step.at)
      const booked = store.get('balance_transaction', step.book() ?? '')
      if (booked) unpaid.push(booked)
    }
    payUntil(now(store))
  })
}

function chargeSteps(store: Store): Step[] {
  return store
    .all('charge')
    .filter((each) => each.status === 'succeeded' && each.balance_transaction === undefined)
    .map(({ id, created }) => ({ at: created, book: () => bookCharge(store, getCharge(store, id), created).balance_transaction }))
}

function refundSteps(store: Store): Step[] {
  const steps: Step[] = []
  for (const each of store.all('refund')) {
    const isUnsent = each.pending_reason === 'insufficient_funds' || each.failure_reason === 'charge_for_pending_refund_disputed'
    if (each.balance_transaction !== undefined || isUnsent || each.status === 'canceled') continue
    const { id, created } = each
    steps.push({ at: created, book: () => store.put('refund', bookRefund(store, each, created)).balance_transaction })
    if (each.status !== 'failed') continue
    const at = Math.min(created + FAILED_AFTER, now(store))
    steps.push({ at, book: () => store.put('refund', bookFailure(store, getRefund(store, id), at)).failure_balance_transaction })
  }
  return steps
}

function disputeSteps(store: Store): Step[] {
  const steps: Step[] = []
  for (const each of store.all('dispute')) {
    if (each._transactions !== undefined || (!isHolding(each.status) && each.status !== 'won')) continue
    const { id, created } = each
    steps.push({ at: created, book: () => store.put('dispute', withdraw(store, each, created))._transactions?.at(-1) })
    if (each.status !== 'won') continue
    const at = Math.min(created + WON_AFTER, now(store))
    steps.push({ at, book: () => store.put('dispute', reinstate(store, store.get('dispute', id) ?? each, at))._transactions?.at(-1) })
  }
  return steps
}

/** Returns what the payouts of a day leave. */
function payOn(store: Store, day: number, unpaid: BalanceTransaction[]): BalanceTransaction[] {
  const available = new Map<string, BalanceTransaction[]>()
  for (const each of unpaid) if (each.available_on <= day) addTo(available, each)
  let left = unpaid
  for (const transactions of available.values()) {
    const payout = makePayout(store, transactions, day)
    if (!payout) continue
    left = left.filter((each) => !transactions.includes(each))
    if (payout.arrival_date > now(store)) continue
    store.remove('task', `settle ${payout.id}`)
    store.put('payout', { ...payout, status: 'paid' })
  }
  return left
}
