import type { Selling } from '../../src/shared/tours/offers/selling-schema.ts'
import { dayAhead, DAYS_TO_TELL_APART } from '../../tests/support/days.ts'
import { poll } from '../../tests/support/poll.ts'
import { seededRandom } from '../../tests/support/repeat.ts'
import { Clerk } from './clerk.ts'
import { DAYS, Person } from './person.ts'
import type { Site } from './site.ts'
import { createTold } from './told.ts'
import type { World } from './world.ts'

const TOURS = 3

export interface Crowd {
  world: World
  /** Resolves once everyone has finished what they were doing. */
  goHome(): Promise<void>
}

/** Lets people and clerks live on the site. Resolves once they have begun to book. */
export async function gather(site: Site, seed: number, size: { people: number; clerks: number }): Promise<Crowd> {
  const told = createTold()
  const sold = await listSold(site)
  const tours = [...(await listTours(site)), ...sold.keys()]
  let isOver = false
  let emails = 0
  let days = DAYS
  const world = {
    site,
    tours,
    sold,
    told,
    nextEmail: () => `person${++emails}@example.test`,
    nextDay: () => (days < DAYS_TO_TELL_APART ? dayAhead(days++) : undefined),
  }
  const people = Array.from({ length: size.people }, (_, index) => new Person(world, seededRandom(seed + index + 1)))
  const clerks = Array.from({ length: size.clerks }, (_, index) => new Clerk(world, seededRandom(seed + size.people + index + 1)))
  const lives = Promise.all([...people, ...clerks].map(async (somebody) => somebody.live(() => isOver)))
  await poll('the first bookings', async () => told.opened.size >= size.people)
  return {
    world,
    async goHome() {
      isOver = true
      await lives
    },
  }
}

/** Waits for prices: on a new database the card provider gets them just after the start. */
async function listTours(site: Site): Promise<string[]> {
  const rows = await site.server.query<{ id: string }>(
    'select id from tours where is_active and id not in (select tour_id from tour_selling) order by position limit $1',
    [TOURS],
  )
  const tours = rows.map(({ id }) => id)
  for (const tour of tours) await site.server.pricesAreThere(tour)
  return tours
}

/** Tours with options have no price at the provider: a checkout names what they cost. */
async function listSold(site: Site): Promise<Map<string, Selling>> {
  const rows = await site.server.query<{ tour_id: string; content: Selling }>('select tour_id, content from tour_selling order by tour_id')
  return new Map(rows.map(({ tour_id: id, content }) => [id, content]))
}
