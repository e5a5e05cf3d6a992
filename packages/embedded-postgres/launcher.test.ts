import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { policyOf } from './account.ts'
import { startEmbeddedPostgres } from './launcher.ts'
import { folderWithCluster, isServerUp, serverPids, startApp, temporaryFolder } from './testing/support.ts'
import { query } from './wire.ts'

/** As Linux numbers it (sched.h). */
const SCHED_BATCH = '3'

test('the first start creates the database, and the second finds what was committed', async () => {
  const dataDir = join(temporaryFolder(), 'data', 'postgres')
  const logged: string[] = []
  const options = { dataDir, projectName: 'meridian-test', database: 'app', log: (line: string) => void logged.push(line) }
  const first = await startEmbeddedPostgres(options)
  await query(first.socketDir, 'app', "CREATE TABLE note AS SELECT 'kept' AS text")
  await first.stop()
  expect(isServerUp(dataDir)).toBe(false)
  expect(logged).toEqual(['Creating the database (first run only, takes a few seconds)…'])

  const second = await startEmbeddedPostgres({ ...options, database: 'other "name"' })
  expect(second).toMatchObject({ adopted: false, database: 'other "name"', user: 'postgres' })
  expect(await query(second.socketDir, 'app', 'SELECT text FROM note')).toEqual([['kept']])
  await second.stop()
  await second.stop()
  expect(logged).toHaveLength(1)
})

test('text search does not count dashes and curly quotes as letters, and sorting is by code point', async () => {
  const dataDir = temporaryFolder()
  const server = await startEmbeddedPostgres({ dataDir, projectName: 'meridian-test', database: 'app', log: () => undefined })
  const rows = await query(server.socketDir, 'app', "SELECT to_tsvector('simple', 'Côte—“Azur”')::text, 'Z' < 'a', lower('É')")
  await server.stop()
  expect(rows).toEqual([["'azur':2 'côte':1", 't', 'é']])
})

test("the server's log says what was refused, but not what was in the row (ASVS 16.2.5)", async () => {
  const dataDir = folderWithCluster()
  const server = await startEmbeddedPostgres({ dataDir, projectName: 'meridian-test', database: 'app', log: () => undefined })
  const insert = "INSERT INTO people VALUES ('ada' || '@example.test')"
  await query(server.socketDir, 'app', `CREATE TABLE people (email text UNIQUE); ${insert}`)
  await expect(query(server.socketDir, 'app', insert)).rejects.toThrow('duplicate key')
  await server.stop()
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key value violates unique constraint "people_email_key"')
  expect(log).not.toContain('ada@example.test')
})

test('the server keeps the durable settings and has no network port (ASVS 13.2.3)', async () => {
  const dataDir = folderWithCluster()
  const server = await startEmbeddedPostgres({ dataDir, projectName: 'meridian-test', database: 'app', log: () => undefined })
  const settings = "current_setting('fsync'), current_setting('synchronous_commit'), current_setting('full_page_writes')"
  const rows = await query(server.socketDir, 'app', `SELECT ${settings}, current_setting('listen_addresses')`)
  const shared = await query(server.socketDir, 'app', "SELECT pg_size_bytes(current_setting('shared_buffers')) / 1024 / 1024")
  await server.stop()
  expect(rows).toEqual([['on', 'on', 'on', '']])
  // In MB, depending on this machine's memory.
  expect(Number(shared[0]?.[0])).toBeGreaterThanOrEqual(64)
  expect(Number(shared[0]?.[0])).toBeLessThanOrEqual(512)
})

test.runIf(process.platform === 'linux')('no server process preempts the application when it wakes', async () => {
  const dataDir = folderWithCluster()
  const server = await startEmbeddedPostgres({ dataDir, projectName: 'meridian-test', database: 'app', log: () => undefined })
  const { postmaster, workers } = serverPids(dataDir)
  // The process that answered the start-up check may be exiting.
  const policies = [postmaster, ...workers].map((pid) => policyOf(pid)).filter((policy) => policy !== undefined)
  await server.stop()
  expect(policies.length).toBeGreaterThan(1)
  expect(new Set(policies)).toEqual(new Set([SCHED_BATCH]))
})

test('when two applications start at once, one starts the server and the other adopts it, and it stays until both have stopped', async () => {
  const dataDir = temporaryFolder()
  const apps = [startApp(dataDir), startApp(dataDir)]
  const ready = await Promise.all(apps.map((app) => app.next('ready')))
  expect(ready.filter((server) => server.adopted)).toHaveLength(1)
  const starter = apps[ready[0]?.adopted ? 1 : 0]
  const adopter = apps[ready[0]?.adopted ? 0 : 1]

  await starter?.stop()
  expect(await adopter?.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  await adopter?.stop()
  expect(isServerUp(dataDir)).toBe(false)
})

test('an adopting application that stops or is killed leaves the server to the one that started it', async () => {
  const dataDir = folderWithCluster()
  const starter = startApp(dataDir)
  await starter.next('ready')
  const { postmaster } = serverPids(dataDir)
  const [stopping, killed] = [startApp(dataDir), startApp(dataDir)]
  expect((await stopping.next('ready')).adopted).toBe(true)
  expect((await killed.next('ready')).adopted).toBe(true)
  await stopping.stop()
  killed.process.kill('SIGKILL')
  expect(await starter.query('SELECT 2 AS two')).toEqual([{ two: 2 }])
  expect(serverPids(dataDir).postmaster).toBe(postmaster)
  await starter.stop()
})

test('an application that starts while another stops gets a server', async () => {
  const dataDir = folderWithCluster()
  const first = startApp(dataDir)
  await first.next('ready')
  const stopped = first.stop()
  const second = startApp(dataDir)
  await stopped
  await second.next('ready')
  expect(await second.query('SELECT 3 AS three')).toEqual([{ three: 3 }])
  await second.stop()
})

test('Ctrl-C reaches the application but not its server before the application has finished', async () => {
  const dataDir = folderWithCluster()
  const app = startApp(dataDir)
  await app.next('ready')
  process.kill(-(app.process.pid ?? 0), 'SIGINT')
  expect(await app.next('rows')).toEqual([{ said: 'after Ctrl-C' }])
  await app.next('stopped')
  expect(isServerUp(dataDir)).toBe(false)
})
