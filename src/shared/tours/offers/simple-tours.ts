import type { Selling } from './selling-schema.ts'

export const GUEST = 'guest'

/** What a tour sells that has one price for everyone: one option with one unit, as many as there are guests (specification §9). */
export function sellingOfSimple({ name, basePriceCents, maxPeople }: { name: string; basePriceCents: number; maxPeople: number }): Selling {
  return {
    timeZone: 'UTC',
    capacityGroups: [{ id: GUEST, seats: maxPeople }],
    options: [
      {
        id: GUEST,
        name,
        text: '',
        startTimes: [],
        runs: null,
        capacityGroup: GUEST,
        leastPeople: 1,
        mostPeople: null,
        cutoff: null,
        units: [
          {
            id: GUEST,
            type: 'ADULT',
            name: 'Guest',
            ages: null,
            people: 1,
            seats: 1,
            least: 0,
            most: null,
            accompaniedBy: [],
            priceCents: basePriceCents,
          },
        ],
        groupSteps: null,
        pickups: [],
      },
    ],
    extras: [],
    seasons: [],
    dayPrices: [],
    earlyBooking: [],
    lastMinute: [],
    groupDiscounts: [],
  }
}
