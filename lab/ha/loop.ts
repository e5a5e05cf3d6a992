import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gather } from '../kill-loop/crowd.ts'
import { judgeSite, type Judgement } from '../kill-loop/judgement.ts'
import type { Told } from '../kill-loop/told.ts'
import { Cluster } from './cluster.ts'
import type { Node } from './node.ts'
import { Sites } from './sites.ts'
import { Watch } from './watch.ts'

const CROWD = { people: 4, clerks: 1 }
/** Between a reload and the next blow, which connections of the process before still meet. */
const AFTER_RELOAD_MS = 3000

type Blow = 'killed' | 'frozen' | 'cut off' | 'frozen after a reload'
const BLOWS: readonly Blow[] = ['killed', 'frozen', 'cut off', 'frozen after a reload']

export interface HaOptions {
  folder: string
  seed: number
  failovers: number
  isPooled: boolean
  say(line: string): void
}

interface Failover {
  blow: Blow
  from: string
  to: string
  /** From the blow to the first checkout that began after it and succeeded. */
  ms: number
}

export interface HaOutcome extends Judgement {
  failovers: Failover[]
  told: Told
}

/** Lets people book and pay while one primary after the other dies, then judges as the kill loop does. */
export async function runFailovers({ folder, seed, failovers, isPooled, say }: HaOptions): Promise<HaOutcome> {
  const cluster = new Cluster(path.join(folder, 'cluster'))
  const dataDir = path.join(folder, 'data')
  for (const each of ['cluster', 'data']) await mkdir(path.join(folder, each))
  await cluster.start(isPooled)
  say('The three databases are up.')
  const sites = new Sites(dataDir, cluster, isPooled)
  await sites.start()
  say(`The three sites are up, behind ${sites.server.origin}.`)
  const { world, goHome } = await gather(sites, seed, CROWD)
  const watch = new Watch(world)
  watch.start()
  await watch.recovered(Date.now())
  say(`Checkouts took ${await watch.recovered(Date.now())} ms before the first failover.`)
  const done: Failover[] = []
  for (let index = 0; index < failovers; index++) {
    const failover = await failOver(cluster, watch, BLOWS[index % BLOWS.length] ?? 'killed')
    done.push(failover)
    say(
      `${failover.from} ${failover.blow}, ${failover.to} leads: checkouts again after ${(failover.ms / 1000).toFixed(1)} s (opened ${world.told.opened.size}, paid ${world.told.paid.size}, confirmed ${world.told.confirmed.size})`,
    )
  }
  await watch.stop()
  await goHome()
  const judgement = await judgeSite(sites, world.told)
  await cluster.stop()
  return { ...judgement, failovers: done, told: world.told }
}

async function failOver(cluster: Cluster, watch: Watch, blow: Blow): Promise<Failover> {
  const leader = await cluster.whole()
  cluster.reloadProxy()
  if (blow === 'frozen after a reload') await delay(AFTER_RELOAD_MS)
  else await watch.recovered(Date.now())
  const back = await strike(leader, blow)
  const ms = await watch.recovered(Date.now())
  // A machine that was away comes back once another has taken its place.
  back()
  const { name: to } = await cluster.whole()
  return { blow, from: leader.name, to, ms }
}

/** Returns what ends it. */
async function strike(leader: Node, blow: Blow): Promise<() => void> {
  switch (blow) {
    case 'killed':
      await leader.kill()
      return () => undefined
    case 'cut off':
      leader.cutOff()
      return () => leader.mend()
    case 'frozen':
    case 'frozen after a reload':
      await leader.freeze()
      return () => leader.thaw()
  }
}
