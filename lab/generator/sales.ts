import { addDays, type Day } from '#shared/dates.ts'
import { randomOf } from '#server/seed/random.ts'
import { KIND, type Run } from './run.ts'
import { tourOf, type GeneratedTour } from './tours.ts'

/** Travel dates range from this many days ago to AHEAD_DAYS ahead. */
const PAST_DAYS = 540
const AHEAD_DAYS = 365
const DAYS = PAST_DAYS + AHEAD_DAYS
/** Coprime with DAYS, so that a tour's dates are spread out and none repeats. */
const STRIDE = 97
const PARTIES = [1, 1, 2, 2, 2, 2, 3, 4]

type Outcome = 'confirmed' | 'cancelled' | 'expired'

export interface Sale {
  n: number
  tour: GeneratedTour
  day: Day
  guests: number
  outcome: Outcome
}

export interface Departure {
  tour: GeneratedTour
  day: Day
  sales: Sale[]
}

/** Yields departures with one to four bookings each, taking the tours in turn. Seats are never oversold. */
export function* departuresOf(run: Run): Generator<Departure> {
  for (let index = 0, n = 0; n < run.bookings; index++) {
    const random = randomOf(run.seed, KIND.departure, index)
    const tour = tourOf(run, index % run.tours)
    const day = dayOf(run, index % run.tours, Math.floor(index / run.tours))
    const most = Math.min(random.int(1, 4), run.bookings - n)
    const sales: Sale[] = []
    let seatsLeft = tour.maxPeople
    for (; sales.length < most && seatsLeft > 0; n++) {
      const guests = Math.min(random.pick(PARTIES), seatsLeft)
      const outcome = outcomeOf(random.next(), day < run.today)
      sales.push({ n, tour, day, guests, outcome })
      // Cancelled and expired bookings also held their seats for a while.
      seatsLeft -= guests
    }
    yield { tour, day, sales }
  }
}

/** Moves further into the past once every day of the range is used up. */
function dayOf({ seed, today }: Run, tour: number, round: number): Day {
  if (round >= DAYS) return addDays(today, DAYS - 1 - PAST_DAYS - round)
  const first = randomOf(seed, KIND.departure, tour, 1).int(0, DAYS - 1)
  return addDays(today, ((first + round * STRIDE) % DAYS) - PAST_DAYS)
}

function outcomeOf(chance: number, isPast: boolean): Outcome {
  if (chance < 0.08) return 'cancelled'
  return chance < (isPast ? 0.11 : 0.15) ? 'expired' : 'confirmed'
}
