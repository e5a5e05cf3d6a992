import { addMoney, type Money } from '#shared/money.ts'
import type { RefundState } from './states.ts'

/** One refund, of whichever payment of a booking. */
export interface RefundRecord {
  id: string
  /** The refund that this one was made in the place of. */
  replaces: string | null
  amount: Money
  state: RefundState
  /** Whether a person has settled it with the customer another way. */
  isSettled: boolean
  askedAt: Date
}

/** What the refunds of one booking come to. */
export interface RefundSummary {
  /** The state of the refund that matters now. */
  state: RefundState
  /** What has been returned or is on its way. */
  returned: Money
  /** What did not arrive and has not been sent again. */
  failed: Money
  /** What did not arrive and was settled with the customer another way. */
  settled: Money
  /** What can be sent only once a dispute has ended. */
  waiting: Money
  /** What has gone back through the bank's dispute instead of a refund. */
  disputed: Money
}

const MOVING = new Set<RefundState>(['requested', 'pending'])
const FAILED = new Set<RefundState>(['failed', 'canceled'])

/**
 * Returns what the refunds of one booking come to; undefined when there are none. A refund that another one replaces counts no
 * more. The one that matters is one that is still moving, else one that is stuck, else the last.
 */
export function summariseRefunds(refunds: readonly RefundRecord[]): RefundSummary | undefined {
  const replaced = new Set(refunds.map(({ replaces }) => replaces))
  const inOrder = refunds.filter(({ id }) => !replaced.has(id)).toSorted((one, other) => one.askedAt.getTime() - other.askedAt.getTime())
  const decisive = inOrder.findLast(({ state }) => MOVING.has(state)) ?? inOrder.findLast(isStuck) ?? inOrder.at(-1)
  if (!decisive) return undefined
  const nothing: Money = { ...decisive.amount, cents: 0 }
  const total = (isCounted: (refund: RefundRecord) => boolean) =>
    inOrder.filter(isCounted).reduce((sum, { amount }) => addMoney(sum, amount), nothing)
  return {
    state: decisive.state,
    returned: total(({ state }) => state === 'succeeded' || MOVING.has(state)),
    failed: total(({ state, isSettled }) => FAILED.has(state) && !isSettled),
    settled: total(({ state, isSettled }) => FAILED.has(state) && isSettled),
    waiting: total(({ state }) => state === 'blocked'),
    disputed: total(({ state }) => state === 'lost'),
  }
}

/** Returns whether a refund gives nothing back for now: refused, sent back by the bank, or blocked by a dispute. */
function isStuck({ state, isSettled }: RefundRecord): boolean {
  return state === 'blocked' || (FAILED.has(state) && !isSettled)
}
