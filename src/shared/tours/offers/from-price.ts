import type { Day } from '#shared/dates.ts'
import { isDayOfYear } from '#shared/run-days.ts'
import { percentMore } from './day-prices.ts'
import { extrasOf } from './extras.ts'
import type { PriceChange, Selling, SellingOption, SellingUnit } from './selling-schema.ts'

/** The first option's first adult unit, by which a tour is compared with others; its first unit if it has none. */
export function leadingUnit({ options }: Selling): { option: SellingOption; unit: SellingUnit } {
  const [option] = options
  const unit = option?.units.find(({ type }) => type === 'ADULT') ?? option?.units[0]
  if (!option || !unit) throw new Error('A tour with options needs at least one option with a traveller type.')
  return { option, unit }
}

/**
 * The price "from" in cents: the lowest of the leading unit on any day to come, or of a group's lowest step, with the extras that are
 * required. Discounts for early booking, late booking and groups are left out.
 */
export function fromPriceCents(selling: Selling, today: Day): number {
  const { option, unit } = leadingUnit(selling)
  const bases = option.groupSteps ? option.groupSteps.map(({ priceCents }) => priceCents) : [unit.priceCents]
  const base = Math.min(...bases)
  const changes: PriceChange[] = [
    ...selling.dayPrices.filter(({ day }) => day >= today),
    ...selling.seasons.filter(({ when: { to } }) => to === undefined || isDayOfYear(to) || to >= today),
  ]
  const changed = changes.flatMap(({ percent, prices }) => {
    const listed = option.groupSteps ? undefined : prices.find((each) => each.optionId === option.id && each.unitId === unit.id)
    if (listed) return [listed.priceCents]
    return percent === null ? [] : [percentMore(base, percent)]
  })
  const required = extrasOf(selling, option).filter(({ isRequired }) => isRequired)
  return Math.min(base, ...changed) + required.reduce((sum, { priceCents }) => sum + priceCents, 0)
}
