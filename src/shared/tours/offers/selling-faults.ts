import type { Issue } from '#shared/errors.ts'
import type { Selling, SellingOption } from './selling-schema.ts'

/** What does not fit together in a tour's options, units, prices and extras, each with the path of its field. */
export function sellingFaults(selling: Selling): Issue[] {
  const groups = new Set(selling.capacityGroups.map(({ id }) => id))
  const options = new Map(selling.options.map((option) => [option.id, option]))
  return [
    ...repeated(selling.capacityGroups, 'capacityGroups'),
    ...repeated(selling.options, 'options'),
    ...repeated(selling.extras, 'extras'),
    ...repeated(selling.seasons, 'seasons'),
    ...selling.options.flatMap((option, index) => optionFaults(option, groups, `options.${index}`)),
    ...selling.extras.flatMap(({ optionIds }, index) =>
      (optionIds ?? []).filter((id) => !options.has(id)).map(() => issue(`extras.${index}.optionIds`, 'Unknown option')),
    ),
    ...(['seasons', 'dayPrices'] as const).flatMap((list) =>
      selling[list].flatMap((change, index) =>
        change.prices
          .filter(({ optionId, unitId }) => !options.get(optionId)?.units.some(({ id }) => id === unitId))
          .map(() => issue(`${list}.${index}.prices`, 'Unknown price')),
      ),
    ),
    ...repeatedDays(selling),
  ]
}

function optionFaults(option: SellingOption, groups: ReadonlySet<string>, path: string): Issue[] {
  const { units, groupSteps, startTimes, leastPeople, mostPeople, capacityGroup } = option
  const ids = new Set(units.map(({ id }) => id))
  const times = new Set(startTimes.map(({ time }) => time))
  return [
    ...repeated(units, `${path}.units`),
    ...repeated(option.pickups, `${path}.pickups`),
    ...(groups.has(capacityGroup) ? [] : [issue(`${path}.capacityGroup`, 'Please enter the number of seats')]),
    ...(times.size === startTimes.length ? [] : [issue(`${path}.startTimes`, 'Each start time can only be used once')]),
    ...(mostPeople !== null && mostPeople < leastPeople ? [issue(`${path}.mostPeople`, 'The maximum can’t be less than the minimum')] : []),
    ...units.flatMap((unit, index) => [
      ...(unit.most !== null && unit.most < unit.least
        ? [issue(`${path}.units.${index}.most`, 'The maximum can’t be less than the minimum')]
        : []),
      ...(unit.accompaniedBy.some((id) => !ids.has(id) || id === unit.id)
        ? [issue(`${path}.units.${index}.accompaniedBy`, 'This option has no such traveller type')]
        : []),
    ]),
    ...(groupSteps ?? []).flatMap(({ from, to }, index) => {
      const before = groupSteps?.[index - 1]
      if (from > to) return [issue(`${path}.groupSteps.${index}.to`, 'This range ends before it starts')]
      return before && from !== before.to + 1
        ? [issue(`${path}.groupSteps.${index}.from`, 'Each range must start after the one before')]
        : []
    }),
  ]
}

function repeated(items: readonly { id: string }[], path: string): Issue[] {
  return items.flatMap(({ id }, index) =>
    items.findIndex((other) => other.id === id) < index ? [issue(`${path}.${index}.id`, 'This id is used twice')] : [],
  )
}

function repeatedDays({ dayPrices }: Selling): Issue[] {
  return dayPrices.flatMap(({ day }, index) =>
    dayPrices.findIndex((other) => other.day === day) < index ? [issue(`dayPrices.${index}.day`, 'This day already has a price')] : [],
  )
}

function issue(path: string, message: string): Issue {
  return { path, message }
}
