import { addDays, type Day } from '#shared/dates.ts'
import type { Trx } from '#server/lib/db.ts'
import { chanceOf, type Year } from './year.ts'

const PAST_DAYS = 330
const AHEAD_DAYS = 190
const PARTIES = [1, 1, 2, 2, 2, 2, 3, 4]
/** Maximum share of a future departure that is sold; the rest is left for people who try the site. */
const SOLD_AHEAD = 1 / 4

export type SoldTour = Awaited<ReturnType<typeof listSoldTours>>[number]

type Outcome = 'confirmed' | 'cancelled' | 'expired'

export interface Sale {
  guests: number
  outcome: Outcome
}

export interface Departure {
  n: number
  tour: SoldTour
  day: Day
  sales: Sale[]
}

/** Tours with options are left out, for what is invented here are guests at one price. */
export async function listSoldTours(trx: Trx) {
  return trx
    .selectFrom('tours')
    .select(['id', 'name', 'base_price_cents', 'currency', 'max_people', 'duration'])
    .select(['full_refund_days', 'partial_refund_days', 'partial_refund_percentage'])
    .where('is_active', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('tour_selling').select('tour_id').whereRef('tour_selling.tour_id', '=', 'tours.id'))),
    )
    .orderBy('id')
    .execute()
}

/** Yields each tour's departures, one or two weeks apart. None is oversold, and future ones keep three quarters of their seats. */
export function* departuresOf(year: Year, tours: SoldTour[]): Generator<Departure> {
  let n = 0
  for (const tour of tours) {
    for (let ahead = -PAST_DAYS; ahead < AHEAD_DAYS; n++) {
      const chance = chanceOf('departure', n)
      ahead += chance.int(8, 15)
      yield { n, tour, day: addDays(year.today, ahead), sales: salesOf(n, tour, ahead) }
    }
  }
}

function salesOf(n: number, tour: SoldTour, ahead: number): Sale[] {
  const chance = chanceOf('departure', n)
  const isPast = ahead < 0
  let seatsLeft = isPast ? tour.max_people : Math.floor(tour.max_people * SOLD_AHEAD)
  const sales: Sale[] = []
  for (let most = mostBookings(ahead, chance.next()); most > 0 && seatsLeft > 0; most--) {
    const guests = Math.min(chance.pick(PARTIES), seatsLeft)
    sales.push({ guests, outcome: outcomeOf(chance.next()) })
    seatsLeft -= guests
  }
  return sales
}

function mostBookings(ahead: number, chance: number): number {
  if (ahead < 0) return Math.floor(chance * 5)
  if (ahead <= 14) return 1 + Math.floor(chance * 3)
  return Math.floor(chance * (ahead <= 60 ? 3 : 2))
}

function outcomeOf(chance: number): Outcome {
  if (chance < 0.09) return 'cancelled'
  return chance < 0.14 ? 'expired' : 'confirmed'
}
