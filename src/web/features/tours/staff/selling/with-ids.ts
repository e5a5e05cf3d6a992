import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import { idOf, isNewKey } from './ids.ts'

/** Gives ids made from their names to what is new, everywhere it is referred to. What has been saved keeps its ids. */
export function withIds(selling: Selling): Selling {
  const optionIds = idsFor(selling.options)
  const unitIds = new Map(selling.options.map(({ id, units }) => [id, idsFor(units)]))
  const groupIds = idsFor(selling.capacityGroups.map(({ id }) => ({ id, name: optionIds.get(id) ?? id })))
  const extraIds = idsFor(selling.extras)
  const seasonIds = idsFor(selling.seasons)
  const of = (ids: ReadonlyMap<string, string> | undefined, id: string) => ids?.get(id) ?? id
  const priced = <Price extends { optionId: string; unitId: string }>(price: Price) => ({
    ...price,
    optionId: of(optionIds, price.optionId),
    unitId: of(unitIds.get(price.optionId), price.unitId),
  })
  return {
    ...selling,
    capacityGroups: selling.capacityGroups.map((group) => ({ ...group, id: of(groupIds, group.id) })),
    options: selling.options.map((option) => {
      const ids = unitIds.get(option.id)
      const pickupIds = idsFor(option.pickups.map(({ id, place }) => ({ id, name: place })))
      return {
        ...option,
        id: of(optionIds, option.id),
        capacityGroup: of(groupIds, option.capacityGroup),
        units: option.units.map((unit) => ({
          ...unit,
          id: of(ids, unit.id),
          accompaniedBy: unit.accompaniedBy.map((each) => of(ids, each)),
        })),
        pickups: option.pickups.map((pickup) => ({ ...pickup, id: of(pickupIds, pickup.id) })),
      }
    }),
    extras: selling.extras.map((extra) => ({
      ...extra,
      id: of(extraIds, extra.id),
      optionIds: extra.optionIds?.map((id) => of(optionIds, id)) ?? null,
    })),
    seasons: selling.seasons.map((season) => ({ ...season, id: of(seasonIds, season.id), prices: season.prices.map(priced) })),
    dayPrices: selling.dayPrices.map((day) => ({ ...day, prices: day.prices.map(priced) })),
  }
}

function idsFor(items: readonly { id: string; name: string }[]): Map<string, string> {
  const taken = new Set(items.filter(({ id }) => !isNewKey(id)).map(({ id }) => id))
  return new Map(
    items.map(({ id, name }) => {
      if (!isNewKey(id)) return [id, id]
      const made = idOf(name, taken)
      taken.add(made)
      return [id, made]
    }),
  )
}
