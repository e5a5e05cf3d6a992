/** The rule of a price that no season or single day has changed. */
export const STANDARD_PRICE = 'Standard price'

type OfferLineKind = 'unit' | 'group' | 'extra' | 'discount' | 'code'

/** One line of an offer in whole cents. What discounts and codes take off stands in lines of their own, which are negative. */
export interface OfferLine {
  kind: OfferLineKind
  /** Of the unit, option, extra or code; empty for a discount. */
  id: string
  name: string
  quantity: number
  unitPriceCents: number
  totalCents: number
  /** The rule that made the price, for people to read. */
  rule: string
  /** The part of the discounts that falls on this line: 0 or less, and the sum over all lines is that of the negative ones. */
  discountCents: number
  taxCategoryId: string | null
}

type PricedLine = Pick<OfferLine, 'kind' | 'id' | 'name' | 'quantity' | 'unitPriceCents' | 'rule'> &
  Partial<Pick<OfferLine, 'taxCategoryId'>>

/** Completes a line that costs its quantity times its price. */
export function toLine(line: PricedLine): OfferLine {
  return { taxCategoryId: null, ...line, totalCents: line.quantity * line.unitPriceCents, discountCents: 0 }
}
