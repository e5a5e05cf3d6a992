/** What was received and what went back: how often, and how many cents of one currency. */
export interface Figures {
  payments: number
  paidCents: number
  refunds: number
  refundedCents: number
}

/** Sums of two currencies are never added (row 62). */
export type FiguresByCurrency = Map<string, Figures>

export const NOTHING: Figures = { payments: 0, paidCents: 0, refunds: 0, refundedCents: 0 }

/** Adds to the sums of a currency. */
export function addFigures(sums: FiguresByCurrency, currency: string, added: Partial<Figures>): void {
  sums.set(currency, combine(sums.get(currency) ?? NOTHING, { ...NOTHING, ...added }, 1))
}

/** Returns by how much theirs are more than ours. */
export function differenceOf(ours: Figures, theirs: Figures): Figures {
  return combine(theirs, ours, -1)
}

export function isSame(one: Figures, other: Figures): boolean {
  return Object.values(combine(one, other, -1)).every((figure) => figure === 0)
}

function combine(one: Figures, other: Figures, sign: 1 | -1): Figures {
  return {
    payments: one.payments + sign * other.payments,
    paidCents: one.paidCents + sign * other.paidCents,
    refunds: one.refunds + sign * other.refunds,
    refundedCents: one.refundedCents + sign * other.refundedCents,
  }
}
