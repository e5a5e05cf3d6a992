import { MAX_SEATS } from '#shared/tours/departures.ts'
import type { SellingOption } from './selling-schema.ts'

/** Why a choice cannot be offered, in words, and the field of the choice that is at fault. */
export interface OfferFault {
  fault: 'choice_required' | 'validation_failed' | 'code_not_valid'
  path: string
  message: string
}

export interface Party {
  people: number
  /** May differ from the people: an infant takes none, and a family of four may take four. */
  seats: number
}

/** Counts who travels. Returns a fault if the option does not take such a party. */
export function partyOf(option: SellingOption, counts: Readonly<Record<string, number>>): Party | OfferFault {
  const unknown = Object.keys(counts).find((id) => !option.units.some((unit) => unit.id === id))
  if (unknown !== undefined) return wrong(`${option.name} doesn’t offer this traveller type`)
  let [people, seats] = [0, 0]
  for (const unit of option.units) {
    const count = counts[unit.id] ?? 0
    if (!Number.isInteger(count) || count < 0) return wrong('The number of travellers must be a whole number')
    if (count < unit.least) return wrong(`${unit.name}: at least ${unit.least} ${unit.least === 1 ? 'is' : 'are'} needed`)
    if (unit.most !== null && count > unit.most) return wrong(`${unit.name}: at most ${unit.most}`)
    if (count > 0 && unit.accompaniedBy.length > 0 && !unit.accompaniedBy.some((id) => (counts[id] ?? 0) > 0)) {
      const names = option.units.filter(({ id }) => unit.accompaniedBy.includes(id)).map(({ name }) => name)
      return wrong(`${unit.name} can only travel together with ${names.join(' or ')}`)
    }
    people += count * unit.people
    seats += count * unit.seats
  }
  const most = mostPeopleOf(option)
  if (people === 0) return wrong('Select at least 1 guest')
  if (people < option.leastPeople) return wrong(`${option.name} is for at least ${option.leastPeople} people`)
  if (people > most) return wrong(`${option.name} is for at most ${most} people`)
  return { people, seats }
}

/** The largest party of an option, in people. Its seats, which an infant may not need, are looked at elsewhere. */
function mostPeopleOf({ mostPeople, groupSteps }: SellingOption): number {
  return Math.min(mostPeople ?? MAX_SEATS, ...(groupSteps ?? []).slice(-1).map(({ to }) => to))
}

function wrong(message: string): OfferFault {
  return { fault: 'validation_failed', path: 'units', message }
}
