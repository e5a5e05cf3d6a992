import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '../../tests/support/repeat.ts'
import { listMissing, type Act } from './acts.ts'
import { gather } from './crowd.ts'
import { meddle } from './dashboard.ts'
import { judgeSite, type Judgement } from './judgement.ts'
import { runReconcile } from './reconcile.ts'
import { Site } from './site.ts'
import type { Told } from './told.ts'
import { timetable, type Sky } from './weather.ts'

const PEOPLE = 8
const CLERKS = 3
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

export interface Outcome extends Judgement {
  kills: number
  told: Told
}

/**
 * Lets people book, pay, cancel and leave while programs are killed, the card provider is unreachable and its webhooks are lost; then
 * lets one night pass, and compares. The same seed gives the same weather and people, but not the same timing.
 */
export async function runKillLoop({ dataDir, seed, minutes, leastKills = 0, wanted = [], onProgress }: LoopOptions): Promise<Outcome> {
  const random = seededRandom(seed)
  const site = new Site(dataDir)
  await site.start()
  const { world, goHome } = await gather(site, seed, { people: PEOPLE, clerks: CLERKS })
  const { told } = world
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
  await goHome()
  const judgement = await judgeSite(site, told)
  const faults = [...judgement.faults, ...listMissing(told.acts, wanted).map((act) => `never happened: ${act}`)]
  return { ...judgement, faults, kills: countKills(site), told }
}

function countKills({ kills }: Site): number {
  return Object.values(kills).reduce((total, count) => total + count, 0)
}
