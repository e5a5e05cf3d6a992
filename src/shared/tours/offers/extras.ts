import { STANDARD_PRICE, toLine, type OfferLine } from './offer-lines.ts'
import type { OfferFault, Party } from './party.ts'
import type { Selling, SellingExtra, SellingOption } from './selling-schema.ts'

/** The extras that go with an option, in their order. */
export function extrasOf({ extras }: Selling, { id }: Pick<SellingOption, 'id'>): SellingExtra[] {
  return extras.filter(({ optionIds }) => optionIds === null || optionIds.includes(id))
}

/** The most of an extra that a party can have; a required one comes exactly so often. */
function mostOf({ per }: Pick<SellingExtra, 'per'>, { people }: Pick<Party, 'people'>): number {
  return per === 'person' ? people : 1
}

/** The lines of the required extras and of those chosen. */
export function extraLines(
  selling: Selling,
  option: SellingOption,
  chosen: Readonly<Record<string, number>>,
  party: Party,
): OfferLine[] | OfferFault {
  const offered = extrasOf(selling, option)
  const unknown = Object.keys(chosen).find((id) => !offered.some((extra) => extra.id === id))
  if (unknown !== undefined) return wrong(`${option.name} doesn’t offer this extra`)
  const lines: OfferLine[] = []
  for (const extra of offered) {
    const most = mostOf(extra, party)
    const quantity = extra.isRequired ? most : (chosen[extra.id] ?? 0)
    if (!Number.isInteger(quantity) || quantity < 0) return wrong('The number of extras must be a whole number')
    if (quantity > most) return wrong(`${extra.name}: at most ${most} for this booking`)
    if (quantity === 0) continue
    const { id, name, priceCents, taxCategoryId } = extra
    lines.push(toLine({ kind: 'extra', id, name, quantity, unitPriceCents: priceCents, rule: STANDARD_PRICE, taxCategoryId }))
  }
  return lines
}

function wrong(message: string): OfferFault {
  return { fault: 'validation_failed', path: 'extras', message }
}
