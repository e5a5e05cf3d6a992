import type { Till } from '#shared/ledger/days.ts'
import { formatProviderMoney } from '#shared/money.ts'

/** "$10.00 short", or undefined if nothing differs. */
export function differenceText(countedCents: number, ledgerCents: number, currency: string): string | undefined {
  const cents = countedCents - ledgerCents
  if (cents === 0 || Number.isNaN(cents)) return undefined
  return `${formatProviderMoney(Math.abs(cents), currency)} ${cents < 0 ? 'short' : 'over'}`
}

/** What has moved in the till of a day since it was closed, or undefined. */
export function movedSinceText({ currency, ledgerCents, closed }: Till): string | undefined {
  const cents = closed ? ledgerCents - closed.ledgerCents : 0
  return cents === 0 ? undefined : `${formatProviderMoney(cents, currency)} recorded after the count`
}
