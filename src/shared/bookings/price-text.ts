import { formatMoney, type Currency } from '#shared/money.ts'
import type { Bought, BoughtOption } from './bought.ts'

export interface BoughtLine {
  kind: Bought['lines'][number]['kind']
  name: string
  quantity: number
  totalCents: number
}

/** The card provider allows 1,200 characters for everything beside its button. */
const MAX_CHARACTERS = 700

/** "02:30, English guide: 2 × Adult $130.00; Early booking, 10% off −$13.00." Has as many lines as fit on a card page, and the number of the others. */
export function priceText(
  { name, startTime }: Pick<BoughtOption, 'name' | 'startTime'>,
  lines: readonly BoughtLine[],
  currency: Currency,
): string {
  const texts = lines.map((line) => `${boughtName(line)} ${formatMoney({ cents: line.totalCents, currency })}`)
  const room = texts.findIndex((_, index) => texts.slice(0, index + 1).join('; ').length > MAX_CHARACTERS)
  const shown = room === -1 ? texts : [...texts.slice(0, room), `${texts.length - room} more`]
  return `${startTime === null ? '' : `${startTime}, `}${name}: ${shown.join('; ')}.`
}

/** "2 × Adult"; only the name for a discount, a code and the price of a group. */
export function boughtName({ kind, name, quantity }: { kind: string; name: string; quantity: number }): string {
  return kind === 'unit' || kind === 'extra' ? `${quantity} × ${name}` : name
}
