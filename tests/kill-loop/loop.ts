import { setTimeout as delay } from 'node:timers/promises'
import type { Selling } from '../../src/shared/tours/offers/selling-schema.ts'
import { dayAhead, DAYS_TO_TELL_APART } from '../support/days.ts'
import { poll } from '../support/poll.ts'
import { seededRandom } from '../support/repeat.ts'
import { listMissing, type Act } from './acts.ts'
import { readBooks, type Books } from './books.ts'
import { Clerk } from './clerk.ts'
import { meddle } from './dashboard.ts'
import { listLedgerFaults } from './ledger.ts'
import { passNight, type NightResult } from './night.ts'
import { DAYS, Person } from './person.ts'
import { readProviderList } from './provider-list.ts'
import { runReconcile } from './reconcile.ts'
import { Site } from './site.ts'
import { createTold, type Told } from './told.ts'
import { judge, type Verdict } from './verdict.ts'
import { timetable, type Sky } from './weather.ts'

const PEOPLE = 8
const CLERKS = 3
const TOURS = 3
/** Longer than its time the loop waits for what has not happened yet. */
const PATIENCE_S = 150

export interface LoopOptions {
  dataDir: string
  seed: number
  minutes: number
  /** Runs beyond its time until this many programs were killed. */
  leastKills?: number
  /** Runs beyond its time until each of these has happened, but not for ever: what has not happened then is a fault. */
  wanted?: readonly Act[]
  /** Called after each spell of weather. */
  onProgress?: (progress: Progress) => void
}

export interface Progress {
  /** Since the start. */
  seconds: number
  sky: Sky
  kills: number
  told: Told
}

export interface Outcome extends Verdict {
  kills: number
  told: Told
  books: Books
}

/**
 * Lets people book, pay, cancel and leave while programs are killed, the card provider is unreachable and its webhooks are lost; then
 * lets one night pass, and compares. The same seed gives the same weather and people, but not the same timing.
 */
export async function runKillLoop({ dataDir, seed, minutes, leastKills = 0, wanted = [], onProgress }: LoopOptions): Promise<Outcome> {
  const random = seededRandom(seed)
  const site = new Site(dataDir)
  const told = createTold()
  await site.start()
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
  const people = Array.from({ length: PEOPLE }, (_, index) => new Person(world, seededRandom(seed + index + 1)))
  const clerks = Array.from({ length: CLERKS }, (_, index) => new Clerk(world, seededRandom(seed + PEOPLE + index + 1)))
  const lives = Promise.all([...people, ...clerks].map(async (somebody) => somebody.live(() => isOver)))
  await poll('the first bookings', async () => told.opened.size >= PEOPLE)
  const startedAt = Date.now()

  for (const spell of timetable(random)) {
    const beganAt = Date.now()
    await site.turn(spell)
    await delay(spell.seconds * spell.at * 1000)
    const struckAt = Date.now()
    await site.strike(spell.blow)
    const secondsAway = (Date.now() - struckAt) / 1000
    if (spell.blow === 'long-outage' || spell.sky === 'calm') await runReconcile(site)
    // On a slow machine too, the site is there for about half of the time.
    await delay(Math.max(spell.seconds * (1 - spell.at), secondsAway) * 1000)
    await meddle(site, random, told.acts, (Date.now() - beganAt) / 1000).catch(() => undefined)
    const seconds = (Date.now() - startedAt) / 1000
    onProgress?.({ seconds, sky: spell.sky, kills: countKills(site), told })
    const isMissing = listMissing(told.acts, wanted).length > 0 && seconds < minutes * 60 + PATIENCE_S
    if (seconds >= minutes * 60 && countKills(site) >= leastKills && !isMissing) break
  }
  isOver = true
  await lives
  const night = await passNight(site)
  const books = await readBooks(site)
  const provider = await readProviderList(site)
  const verdict = judge(books, provider, told)
  const posted = await listLedgerFaults(site, books, provider)
  await site.stop()
  const faults = [
    ...verdict.faults,
    ...posted,
    ...listMissing(told.acts, wanted).map((act) => `never happened: ${act}`),
    ...nightFaults(verdict, night),
    ...site.collapses.map((text) => `the server ended: ${text}`),
  ]
  return { ...verdict, faults, kills: countKills(site), told, books }
}

/** The site's own reconciliation must agree with ours. */
function nightFaults({ differs }: Verdict, night: NightResult): string[] {
  if ((night.code === 0) === !differs) return []
  return [`npm run reconcile ended with ${night.code}, though we found ${differs ? 'differences' : 'none'}: ${night.output}`]
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

function countKills({ kills }: Site): number {
  return Object.values(kills).reduce((total, count) => total + count, 0)
}
