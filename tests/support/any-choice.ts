import type { CreateCheckoutBody } from '../../src/shared/payments/checkout-body.ts'
import type { Selling } from '../../src/shared/tours/offers/selling-schema.ts'

type Choice = Pick<CreateCheckoutBody, 'optionId' | 'startTime' | 'units' | 'extras' | 'code'>

export interface AnyChoice {
  choice: Choice
  pickupId?: string
  totalGuests: number
}

/** Chooses something of what a tour sells: an option, a time, who comes along, extras, where they are fetched, now and then with one of the codes. */
export function chooseAnything(selling: Selling, random: () => number, codes: readonly string[]): AnyChoice {
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]
  const option = pick(selling.options)
  if (!option) throw new Error('The tour has no options.')
  const counts = option.units.map(({ id }, index) => [id, index === 0 ? 1 + Math.floor(random() * 2) : Math.floor(random() * 2)] as const)
  const startTime = pick(option.startTimes)?.time
  const extras = selling.extras.filter(() => random() < 0.4).map(({ id }) => [id, 1] as const)
  const code = random() < 0.5 ? pick(codes) : undefined
  const pickup = random() < 0.5 ? pick(option.pickups) : undefined
  return {
    choice: {
      optionId: option.id,
      units: Object.fromEntries(counts),
      extras: Object.fromEntries(extras),
      ...(startTime !== undefined && { startTime }),
      ...(code !== undefined && { code }),
    },
    ...(pickup && { pickupId: pickup.id }),
    totalGuests: counts.reduce((people, [id, count]) => people + count * (option.units.find((unit) => unit.id === id)?.people ?? 1), 0),
  }
}
