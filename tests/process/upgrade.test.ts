import { deliverEvent } from '../../src/shared/payments/calls.ts'
import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { startCardSandbox, type RunningSandbox } from '../../packages/card-sandbox/sandbox.ts'
import { createDatabase, createPool, type ConnectionOptions } from '../../src/server/lib/db.ts'
import { databaseUrl } from '../support/database-url.ts'
import { administer, asSite, inDatabase } from '../support/databases.ts'
import { freePorts } from '../support/free-ports.ts'
import { expectInvariants } from '../support/invariants.ts'
import { poll } from '../support/poll.ts'
import { SandboxControl } from '../support/sandbox-control.ts'
import { cleanUp, createDataDir, ServerProcess } from '../support/server-process.ts'
import { startBalancer } from '../upgrade/start-balancer.ts'
import { Crowd, TOUR } from '../upgrade/crowd.ts'
import { buildEarlierVersion, EARLIER_VERSIONS, THIS_VERSION, type Version } from '../upgrade/earlier-version.ts'

const PLACES = [0, 1, 2] as const
/** How many bookings show that a version sells while another one is there. */
const ENOUGH = 4
const LIMITS = { SIGN_UPS_PER_ADDRESS: '10000', SIGN_IN_TRIES_PER_ADDRESS: '10000', CHECKOUTS_PER_ACCOUNT: '10000' }
const ends: (() => Promise<unknown>)[] = []

afterEach(async () => {
  await cleanUp()
  for (const end of ends.splice(0).toReversed()) await end()
})

async function emptyDatabase(): Promise<ConnectionOptions> {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`
  const postgres = inject('postgres')
  await administer(postgres, `create database ${name}`)
  ends.push(async () => administer(postgres, `drop database ${name} with (force)`))
  return inDatabase(postgres, name)
}

/** Lets a version make the database, as at its first start, and leaves it with a card provider that stays while sites come and go. */
async function openShop(version: Version, dataDir: string, settings: Record<string, string>, origin: string, owner: ConnectionOptions) {
  const first = await new ServerProcess(dataDir, settings, version.program).ready()
  const pool = createPool(owner, 2, () => undefined)
  ends.push(async () => pool.end())
  await poll(
    'the price',
    async () => (await pool.query('select from tours where id = $1 and stripe_price_id is not null', [TOUR])).rowCount === 1,
  )
  await first.stop()
  const { rows } = await pool.query<{ value: string }>(`select value from secrets where name = 'card-sandbox-webhook'`)
  const [name = ''] = await readdir(path.join(dataDir, 'card-sandbox'))
  const folder = path.join(dataDir, 'card-sandbox', name)
  const sandbox: RunningSandbox = await startCardSandbox({
    port: 0,
    stateFile: path.join(folder, 'state.jsonl'),
    publicPath: '/card-sandbox',
    webhookUrl: `${origin}${deliverEvent.path}`,
    webhookSecret: rows[0]?.value ?? '',
  })
  ends.push(async () => sandbox.close())
  await writeFile(path.join(folder, 'process.json'), JSON.stringify({ pid: process.pid, port: sandbox.port }))
  return { pool, cards: new SandboxControl(sandbox.url) }
}

/** Returns the calls that a site has answered with 500 or above. */
function listFailedCalls({ log }: ServerProcess): unknown[] {
  const failed = log.filter(({ res }) => ((res as { statusCode?: number } | undefined)?.statusCode ?? 0) >= 500)
  return failed.map(({ reqId }) => log.filter((line) => line['reqId'] === reqId))
}

test('an earlier version missing from the history of a clone fails in CI, and is replaced by this one elsewhere', async () => {
  const missing = '0'.repeat(40)
  await expect(buildEarlierVersion(missing, { isCi: true })).rejects.toThrow('This clone lacks 00000000')
  expect(await buildEarlierVersion(missing, { isCi: false })).toMatchObject({ program: THIS_VERSION.program })
})

test.each(EARLIER_VERSIONS)(
  'version %s and this one sell side by side on one database, and three processes are exchanged without one failed request',
  async (commit) => {
    const earlier = await buildEarlierVersion(commit)
    ends.push(earlier.remove)
    const [balancerPort = 0, newcomersPort = 0, ...ports] = await freePorts(2 + PLACES.length)
    const origin = `http://127.0.0.1:${balancerPort}`
    const database = await emptyDatabase()
    const settings = {
      ...LIMITS,
      DATABASE_URL: databaseUrl(asSite(database)),
      DATABASE_MIGRATION_URL: databaseUrl(database),
      DEMO: '1',
      OPEN_CATALOGUE: '1',
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '3',
    }
    const dataDir = await createDataDir()
    const { pool, cards } = await openShop(earlier, dataDir, settings, origin, database)
    const started: ServerProcess[] = []
    const startAt = async (port: number | undefined, { program }: Version) => {
      const site = new ServerProcess(dataDir, { ...settings, PORT: String(port) }, program)
      started.push(site)
      return site.ready()
    }

    const sites = await Promise.all(PLACES.map(async (place) => startAt(ports[place], earlier)))
    const balancer = await startBalancer(balancerPort, ports)
    ends.push(balancer.close)
    process.stdout.write(`From ${earlier.name} to ${THIS_VERSION.name}, behind ${balancer.name}.\n`)
    for (const place of PLACES) await poll('the balancer to see it', async () => balancer.isUp(place))
    const crowd = new Crowd(cards)
    await crowd.come(origin, 'through-the-balancer', 4)
    const more = async (people: Crowd, what: string) => {
      const before = people.paid.length
      await poll(`bookings ${what}`, async () => people.paid.length >= before + ENOUGH || people.failures.length > 0)
      expect({ what, failures: people.failures, answers: people.failures.length === 0 ? [] : started.flatMap(listFailedCalls) }).toEqual({
        what,
        failures: [],
        answers: [],
      })
    }
    await more(crowd, 'before anything is new')

    const newcomer = await startAt(newcomersPort, THIS_VERSION)
    const newcomers = new Crowd(cards)
    await newcomers.come(newcomer.origin, 'at-the-new-version', 2)
    await more(crowd, 'at the earlier version while the new one is there')
    await more(newcomers, 'at the new version while the earlier one is there')

    // An earlier version does not yet say by itself that it is about to stop.
    for (const place of PLACES) {
      await balancer.drain(place)
      expect(await sites[place]?.stop()).toEqual({ code: 0, signal: null })
      sites[place] = await startAt(ports[place], THIS_VERSION)
      await balancer.admit(place)
      await more(crowd, `with ${place + 1} of 3 exchanged`)
    }
    for (const place of PLACES) {
      expect(await sites[place]?.stop()).toEqual({ code: 0, signal: null })
      sites[place] = await startAt(ports[place], THIS_VERSION)
      await poll('the balancer to see it', async () => balancer.isUp(place))
    }
    await more(crowd, 'after all were started again')

    await Promise.all([crowd.goHome(), newcomers.goHome()])
    expect([...crowd.failures, ...newcomers.failures]).toEqual([])
    expect(started.flatMap(listFailedCalls)).toEqual([])
    expect(await balancer.failures()).toBe(0)
    const told = [...crowd.paid, ...newcomers.paid].map(
      ({ email, day, isCancelled }) => `${email} ${day} ${isCancelled ? 'cancelled' : 'confirmed'}`,
    )
    const { rows } = await pool.query<{ kept: string }>(
      `select users.email || ' ' || starts_on || ' ' || status as kept from bookings join users on users.id = user_id`,
    )
    expect(rows.map(({ kept }) => kept).toSorted()).toEqual(told.toSorted())
    await vi.waitFor(async () => expectInvariants({ cards, deps: { db: createDatabase(pool), pool } }), { timeout: 60_000, interval: 500 })
    process.stdout.write(`${crowd.requests + newcomers.requests} requests and ${told.length} paid bookings, none lost.\n`)
    for (const site of [newcomer, ...sites]) expect(await site.stop()).toEqual({ code: 0, signal: null })
  },
  300_000,
)
