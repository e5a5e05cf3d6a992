import { setTimeout as delay } from 'node:timers/promises'
import { poll } from '../support/poll.ts'
import { seededRandom } from '../support/repeat.ts'
import { readBooks, type Books } from './books.ts'
import { Clerk } from './clerk.ts'
import { meddle } from './dashboard.ts'
import { passNight, type NightResult } from './night.ts'
import { Person } from './person.ts'
import { readProviderList } from './provider-list.ts'
import { runReconcile } from './reconcile.ts'
import { Site } from './site.ts'
import { createTold, type Told } from './told.ts'
import { judge, type Verdict } from './verdict.ts'
import { timetable, type Sky } from './weather.ts'

const PEOPLE = 8
const TOURS = 3

export interface LoopOptions {
  dataDir: string
  seed: number
  minutes: number
  /** Runs beyond its time until this many programs were killed. */
  leastKills?: number
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
export async function runKillLoop({ dataDir, seed, minutes, leastKills = 0, onProgress }: LoopOptions): Promise<Outcome> {
  const random = seededRandom(seed)
  const site = new Site(dataDir)
  const told = createTold()
  await site.start()
  const tours = await listTours(site)
  let isOver = false
  let emails = 0
  const world = { site, tours, told, nextEmail: () => `person${++emails}@example.test` }
  const people = Array.from({ length: PEOPLE }, (_, index) => new Person(world, seededRandom(seed + index + 1)))
  const clerk = new Clerk(world, seededRandom(seed + PEOPLE + 1))
  const lives = Promise.all([...people, clerk].map(async (somebody) => somebody.live(() => isOver)))
  await poll('the first bookings', async () => told.opened.size >= PEOPLE)
  const startedAt = Date.now()

  for (const spell of timetable(random)) {
    const endsAt = Date.now() + spell.seconds * 1000
    await site.turn(spell)
    await delay(spell.seconds * spell.at * 1000)
    await site.strike(spell.blow)
    if (spell.blow === 'long-outage' || spell.sky === 'calm') await runReconcile(site)
    await delay(Math.max(0, endsAt - Date.now()))
    await meddle(site, random).catch(() => undefined)
    const seconds = (Date.now() - startedAt) / 1000
    onProgress?.({ seconds, sky: spell.sky, kills: countKills(site), told })
    if (seconds >= minutes * 60 && countKills(site) >= leastKills) break
  }
  isOver = true
  await lives
  const night = await passNight(site)
  const books = await readBooks(site)
  const verdict = judge(books, await readProviderList(site), told)
  await site.stop()
  const faults = [...verdict.faults, ...nightFaults(verdict, night), ...site.collapses.map((text) => `the server ended: ${text}`)]
  return { ...verdict, faults, kills: countKills(site), told, books }
}

/** The site's own reconciliation must agree with ours. */
function nightFaults({ differs }: Verdict, night: NightResult): string[] {
  if ((night.code === 0) === !differs) return []
  return [`npm run reconcile ended with ${night.code}, though we found ${differs ? 'differences' : 'none'}: ${night.output}`]
}

/** Waits for prices: on a new database the card provider gets them just after the start. */
async function listTours(site: Site): Promise<string[]> {
  const rows = await site.server.query<{ id: string }>('select id from tours where is_active order by position limit $1', [TOURS])
  const tours = rows.map(({ id }) => id)
  for (const tour of tours) await site.server.pricesAreThere(tour)
  return tours
}

function countKills({ kills }: Site): number {
  return Object.values(kills).reduce((total, count) => total + count, 0)
}
