import { daysBetween, type Day } from '#shared/dates.ts'
import { splitByWeight } from './largest-remainder.ts'
import type { OfferLine } from './offer-lines.ts'
import type { OfferFault } from './party.ts'
import type { Selling } from './selling-schema.ts'

/** What a promotion code takes off, in the currency of the offer: a percentage, an amount, or one piece of an extra. */
export type OfferCode = { id: string; text: string; leastSpendCents: number } & (
  { kind: 'percent'; percent: number } | { kind: 'amount'; amountCents: number } | { kind: 'extra'; extraId: string }
)

interface Circumstances {
  day: Day
  today: Day
  people: number
}

/** The best discount on the travellers' prices: for booking early, at the last minute, or as a group. Undefined if none applies. */
export function discountLine(selling: Selling, travellers: OfferLine[], of: Circumstances): OfferLine | undefined {
  const best = bestDiscount(selling, of)
  if (!best) return undefined
  return takeOff(travellers, (line) => Math.round((line.totalCents * best.percent) / 100), {
    kind: 'discount',
    id: '',
    name: `${best.name}, ${best.percent}% off`,
    rule: best.name,
  })
}

/** Which discount applies, without a party's prices. Of equal ones the first of early booking, last minute and group. */
function bestDiscount(
  { earlyBooking, lastMinute, groupDiscounts }: Selling,
  { day, today, people }: Circumstances,
): { name: string; percent: number } | undefined {
  const ahead = daysBetween(today, day)
  const percentOf = (rules: { percent: number }[]): number => Math.max(0, ...rules.map(({ percent }) => percent))
  const candidates = [
    { name: 'Early booking', percent: percentOf(earlyBooking.filter(({ daysBefore }) => ahead >= daysBefore)) },
    { name: 'Last minute', percent: percentOf(lastMinute.filter(({ daysBefore }) => ahead <= daysBefore)) },
    { name: 'Group discount', percent: percentOf(groupDiscounts.filter(({ fromPeople }) => people >= fromPeople)) },
  ]
  const [best] = candidates.sort((one, other) => other.percent - one.percent)
  return best && best.percent > 0 ? best : undefined
}

/** Takes a code off what is left after the discount, never more than that. Returns a fault if the offer does not meet its terms. */
export function codeLine(code: OfferCode, lines: OfferLine[]): OfferLine | OfferFault {
  const sold = lines.filter(({ kind }) => kind !== 'discount')
  const left = sold.map(leftOf)
  const sum = left.reduce((one, other) => one + other, 0)
  if (sum < code.leastSpendCents) return wrong('Your total is below this code’s minimum spend')
  const line = { kind: 'code', id: code.id, name: `Code ${code.text}`, rule: code.text } as const
  if (code.kind === 'percent') return takeOff(sold, (each) => Math.round((leftOf(each) * code.percent) / 100), line)
  if (code.kind === 'extra') {
    const extra = sold.find(({ kind, id }) => kind === 'extra' && id === code.extraId)
    if (!extra) return wrong('This code is for an extra you haven’t chosen')
    return takeOff([extra], () => Math.min(extra.unitPriceCents, leftOf(extra)), line)
  }
  const parts = splitByWeight(Math.min(code.amountCents, sum), left)
  return takeOff(sold, (each) => parts[sold.indexOf(each)] ?? 0, line)
}

function leftOf({ totalCents, discountCents }: OfferLine): number {
  return totalCents + discountCents
}

/** Notes on each line what is taken off it, and returns the line that shows the sum. */
function takeOff(
  lines: OfferLine[],
  centsOf: (line: OfferLine) => number,
  shown: Pick<OfferLine, 'kind' | 'id' | 'name' | 'rule'>,
): OfferLine {
  let sum = 0
  for (const line of lines) {
    const cents = centsOf(line)
    line.discountCents -= cents
    sum += cents
  }
  return { ...shown, quantity: 1, unitPriceCents: 0 - sum, totalCents: 0 - sum, discountCents: 0, taxCategoryId: null }
}

function wrong(message: string): OfferFault {
  return { fault: 'code_not_valid', path: 'code', message }
}
