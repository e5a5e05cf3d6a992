import { unitsToCents, type Money } from '#shared/money.ts'
import type { CancellationFigures } from './figures.ts'

type Refunds = CancellationFigures['refunds']

/** What goes back in one currency. */
export function moneyOf({ currency, amountCents, amount }: Refunds[number]): Money {
  return { cents: amountCents ?? unitsToCents(Number(amount)), currency }
}

/** Compares the figures seen by the user with the current ones. */
export function areSameFigures(one: CancellationFigures, other: CancellationFigures): boolean {
  const sums = (refunds: Refunds) => refunds.map(moneyOf).map(({ cents, currency }) => `${currency} ${cents}`)
  const parts = ({ bookings, people, holds, heldSeats, refunds }: CancellationFigures) =>
    JSON.stringify([bookings, people, holds, heldSeats, sums(refunds).toSorted()])
  return parts(one) === parts(other)
}
