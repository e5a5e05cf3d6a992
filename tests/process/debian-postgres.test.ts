import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseAccount } from '../../lab/ha/programs.ts'
import { dayAhead } from '../support/days.ts'
import { freePort } from '../support/free-ports.ts'
import { poll } from '../support/poll.ts'
import { cleanUp, createDataDir, startServer, type ServerProcess } from '../support/server-process.ts'

const VERSIONS = '/usr/lib/postgresql'
let folder: string
let client: pg.Client
let server: ServerProcess
let stop: () => Promise<void>

/** Of the newest version; without one it is installed where that is allowed. */
async function programsOfDebian(): Promise<string> {
  if (!existsSync(VERSIONS)) {
    if (process.getuid?.() !== 0) throw new Error('This test needs PostgreSQL as Debian ships it: apt-get install postgresql')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update', '-qq'], { env })
    execFileSync('apt-get', ['install', '-y', '-qq', 'postgresql'], { env })
  }
  const newest =
    readdirSync(VERSIONS)
      .toSorted((one, other) => Number(one) - Number(other))
      .at(-1) ?? ''
  return path.join(VERSIONS, newest, 'bin')
}

beforeAll(async () => {
  const programs = await programsOfDebian()
  const account = await databaseAccount()
  const run = { cwd: '/', ...account }
  folder = mkdtempSync(path.join(os.tmpdir(), 'debian-postgres-'))
  if (account) chownSync(folder, account.uid, account.gid)
  const data = path.join(folder, 'data')
  await promisify(execFile)(path.join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], run)
  const port = await freePort()
  // Its defaults, and what counts the compiled statements, those within functions as well.
  const settings = ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=all', `unix_socket_directories=${folder}`]
  const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', ...settings.flatMap((setting) => ['-c', setting])]
  const child = spawn(path.join(programs, 'postgres'), args, { ...run, stdio: 'ignore' })
  stop = async () => {
    child.kill('SIGQUIT')
    await once(child, 'exit')
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await poll('the database', async () => {
    client = new pg.Client({ connectionString: url })
    return client.connect().then(
      () => true,
      () => false,
    )
  })
  await client.query('create extension pg_stat_statements')
  server = await startServer(await createDataDir(), { DATABASE_URL: url, DEMO: '1', DEMO_BUSINESS: '1' })
  await server.pricesAreThere('tokyo-and-mount-fuji')
}, 180_000)

afterAll(async () => {
  await client.end()
  await cleanUp()
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

test('neither the demo’s year of business nor payments and refunds are slowed down by statements that the database compiles', async () => {
  expect((await client.query<{ jit: string }>('show jit')).rows).toEqual([{ jit: 'on' }])
  const traveller = await server.customer('traveller@example.test')
  const cards = await server.cards()
  for (let n = 0; n < 3; n += 1) await cards.pay(await traveller.openCheckout('tokyo-and-mount-fuji', 1, dayAhead(30 + n)))
  const [booking] = await traveller.bookings()
  await traveller.post('/refund/create', { bookingId: booking?.id, stripeId: booking?.stripeid, reason: 'Ill' })
  await cards.tell('drain')
  const { rows } = await client.query<{ query: string; compiled: number }>(
    'select query, jit_functions::integer as compiled from pg_stat_statements where jit_functions > 0 order by 2 desc',
  )
  expect(rows.map(({ query, compiled }) => `${compiled}: ${query.slice(0, 300)}`)).toEqual([])
})
