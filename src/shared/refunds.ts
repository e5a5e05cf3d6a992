import { addMoney, type Money } from './money.ts'

export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed' | 'canceled' | 'blocked'

/** One refund, of whichever payment of a booking. */
export interface RefundRecord {
  paymentId: string
  amount: Money
  state: RefundState
  askedAt: Date
  /** When it reached its state. */
  changedAt: Date
}

/** What the refunds of one booking come to. */
export interface RefundSummary {
  /** The state of the refund that matters now. */
  state: RefundState
  /** What has been returned or is on its way. */
  returned: Money
  /** What did not arrive and has not been sent again. */
  failed: Money
}

/**
 * Returns what the refunds of one booking come to; undefined when there are none. The one that matters is one that is
 * still moving, else one that is stuck and has not been replaced, else the last.
 */
export function summariseRefunds(refunds: readonly RefundRecord[]): RefundSummary | undefined {
  const inOrder = refunds.toSorted((one, other) => one.askedAt.getTime() - other.askedAt.getTime())
  const moving = inOrder.filter(({ state }) => state === 'requested' || state === 'pending')
  const stuck = inOrder.filter((refund) => isStuck(refund.state) && !isReplaced(refund, inOrder))
  const decisive = moving.at(-1) ?? stuck.at(-1) ?? inOrder.at(-1)
  if (!decisive) return undefined
  const nothing: Money = { ...decisive.amount, cents: 0 }
  const total = (some: readonly RefundRecord[]) => some.reduce((sum, { amount }) => addMoney(sum, amount), nothing)
  return { state: decisive.state, returned: total(inOrder.filter(({ state }) => !isStuck(state))), failed: total(stuck) }
}

/** Returns whether a refund in this state gives nothing back: refused, sent back by the bank, or blocked by a dispute. */
export function isStuck(state: string): boolean {
  return state === 'failed' || state === 'canceled' || state === 'blocked'
}

/** Returns whether money from the same payment has been sent again since this refund got stuck, whatever came of that. */
function isReplaced(refund: RefundRecord, all: readonly RefundRecord[]): boolean {
  return all.some(({ paymentId, askedAt }) => paymentId === refund.paymentId && askedAt > refund.changedAt)
}
