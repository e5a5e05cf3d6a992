/** Counts of payments and refunds with their totals, in cents of one currency. */
export interface Figures {
  payments: number
  paidCents: number
  refunds: number
  refundedCents: number
}

/** Keyed by currency, because amounts in different currencies are never added up. */
export type FiguresByCurrency = Map<string, Figures>

export const NOTHING: Figures = { payments: 0, paidCents: 0, refunds: 0, refundedCents: 0 }

export function addFigures(sums: FiguresByCurrency, currency: string, added: Partial<Figures>): void {
  sums.set(currency, combine(sums.get(currency) ?? NOTHING, { ...NOTHING, ...added }, 1))
}

/** Returns theirs minus ours. */
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
