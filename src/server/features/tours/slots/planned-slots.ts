import type { Day } from '#shared/dates.ts'
import { optionRunsOn, type SoldTour } from '#shared/tours/offers/option-days.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'

export interface PlannedSlot {
  capacityGroup: string
  /** Empty for the day as a whole. */
  startsAt: string
  seats: number
  /** Those that share its seats. */
  options: SellingOption[]
}

/** The slots that the options of a tour have on a day, whether or not anybody has asked for them, by start time. */
export function plannedSlots(tour: SoldTour, day: Day): PlannedSlot[] {
  return slotsOf(
    tour.selling,
    tour.selling.options.filter((each) => optionRunsOn(tour, each, day)),
  )
}

/** Returns the slots that some options of a tour share, whatever days they run on, by start time. */
export function slotsOf(selling: Selling, some: readonly SellingOption[]): PlannedSlot[] {
  const slots = new Map<string, PlannedSlot>()
  for (const option of some) {
    const { capacityGroup } = option
    const seats = selling.capacityGroups.find(({ id }) => id === capacityGroup)?.seats ?? 0
    const times = option.startTimes.length === 0 ? [''] : option.startTimes.map(({ time }) => time)
    for (const startsAt of times) {
      const key = `${startsAt} ${capacityGroup}`
      const { options } = slots.get(key) ?? { options: [] }
      slots.set(key, { capacityGroup, startsAt, seats, options: [...options, option] })
    }
  }
  return [...slots.values()].toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))
}
