import { centsToDecimal } from '#shared/money.ts'
import { extrasOf } from './extras.ts'
import type { Selling, SellingExtra, SellingOption, SellingUnit } from './selling-schema.ts'

/**
 * What a tour sells as GET /tours/view_by_id/{id} says it, with decimals in the tour's currency: base prices, which days and parties may
 * change.
 */
export function toWireOptions(selling: Selling) {
  return selling.options.map((option) => ({
    id: option.id,
    name: option.name,
    text: option.text,
    startTimes: option.startTimes,
    timeZone: selling.timeZone,
    cutoff: option.cutoff,
    minPeople: option.leastPeople,
    maxPeople: option.mostPeople,
    units: option.units.map((unit) => toWireUnit(option, unit)),
    extras: extrasOf(selling, option).map(toWireExtra),
    pickups: option.pickups,
  }))
}

function toWireUnit(
  { groupSteps }: SellingOption,
  { id, type, name, ages, people, seats, priceCents, least, most, accompaniedBy }: SellingUnit,
) {
  return {
    id,
    type,
    name,
    ages,
    people,
    seats,
    price: centsToDecimal(priceCents),
    ...(groupSteps && { priceSteps: groupSteps.map(({ from, to, priceCents: cents }) => ({ from, to, price: centsToDecimal(cents) })) }),
    restrictions: { least, most, accompaniedBy },
  }
}

/** `left` is the stock of a departure of which no one has taken any. */
function toWireExtra({ id, name, text, per, priceCents, isRequired, stock }: SellingExtra) {
  return { id, name, text, per, price: centsToDecimal(priceCents), required: isRequired, left: stock }
}
