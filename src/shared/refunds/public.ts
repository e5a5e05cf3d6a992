import { addMoney, type Money } from '#shared/money.ts'
import type { RefundState } from './states.ts'

export interface RefundRecord {
  id: string
  replaces: string | null
  amount: Money
  state: RefundState
  /** Whether staff have settled it with the customer another way. */
  isSettled: boolean
  askedAt: Date
}

export interface RefundSummary {
  state: RefundState
  /** Returned or on its way. */
  returned: Money
  /** Failed and not sent again. */
  failed: Money
  /** Failed, but settled with the customer another way. */
  settled: Money
  waiting: Money
  /** Returned by the bank's dispute instead of a refund. */
  disputed: Money
}

const MOVING = new Set<RefundState>(['requested', 'pending'])
const FAILED = new Set<RefundState>(['failed', 'canceled'])

/**
 * Sums up the refunds of a booking; undefined if there are none. Replaced refunds do not count. The decisive one is the latest still in
 * progress, or else the latest stuck one, or else the last that no dispute has ended.
 */
export function summariseRefunds(refunds: readonly RefundRecord[]): RefundSummary | undefined {
  const replaced = new Set(refunds.map(({ replaces }) => replaces))
  const inOrder = refunds.filter(({ id }) => !replaced.has(id)).toSorted((a, b) => a.askedAt.getTime() - b.askedAt.getTime())
  const decisive =
    inOrder.findLast(({ state }) => MOVING.has(state)) ??
    inOrder.findLast(isStuck) ??
    inOrder.findLast(({ state }) => state !== 'lost') ??
    inOrder.at(-1)
  if (!decisive) return undefined
  const nothing: Money = { ...decisive.amount, cents: 0 }
  const total = (isCounted: (refund: RefundRecord) => boolean) =>
    inOrder.filter(isCounted).reduce((sum, { amount }) => addMoney(sum, amount), nothing)
  return {
    state: decisive.state,
    returned: total(({ state }) => state === 'succeeded' || MOVING.has(state)),
    failed: total(({ state, isSettled }) => FAILED.has(state) && !isSettled),
    settled: total(({ state, isSettled }) => state === 'settled' || (FAILED.has(state) && isSettled)),
    waiting: total(({ state }) => state === 'blocked'),
    disputed: total(({ state }) => state === 'lost'),
  }
}

/** Whether a refund gives nothing back for now: it failed, was sent back by the bank, or is blocked by a dispute. */
function isStuck({ state, isSettled }: RefundRecord): boolean {
  return state === 'blocked' || (FAILED.has(state) && !isSettled)
}
