import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { openCutOffDatabase } from '../support/cut-off-database.ts'
import { databaseUrl } from '../support/database-url.ts'
import { cloneDatabase, type TestDatabase } from '../support/databases.ts'
import { poll } from '../support/poll.ts'
import { cleanUp, createDataDir, ServerProcess } from '../support/server-process.ts'

let database: TestDatabase | undefined

afterEach(async () => {
  await cleanUp()
  await database?.drop()
  database = undefined
})

async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
  database = await cloneDatabase(inject('postgres'))
  const settings = { DATABASE_URL: databaseUrl(database.connection), ...environment }
  return new ServerProcess(await createDataDir(), settings, 'scripts/start.mjs')
}

/** Returns the process id of the site rather than of its supervisor. */
function siteOf({ log }: ServerProcess): number {
  return Number(log.at(-1)?.['pid'])
}

/** Returns the addresses the site has listened on, start by start. */
function addressesOf({ stdout }: ServerProcess): string[] {
  return [...stdout.matchAll(/Meridian is ready: (http:\S+)/g)].map(([, address = '']) => address)
}

test('a site that dies is restarted, and the reason is reported', async () => {
  const site = await (await start()).ready()
  process.kill(siteOf(site), 'SIGKILL')
  const address = await poll('the second start', async () => addressesOf(site)[1])
  expect(site.stderr).toMatch(/The site has ended \(signal SIGKILL\) and is started again\./)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await site.stop()).toEqual({ code: 0, signal: null })
  await expect(fetch(address)).rejects.toThrow('fetch failed')
})

/** Makes the supervisor run this program instead of the site. */
async function supervise(lines: string, environment: Record<string, string> = {}): Promise<ServerProcess> {
  const folder = await createDataDir()
  const program = path.join(folder, 'program.mjs')
  await writeFile(program, lines)
  return new ServerProcess(folder, { ...environment, FOLDER: folder }, 'scripts/start.mjs', program)
}

test.each([
  ['dies again and again', `process.send('ready', () => process.exit(3))`, 'has ended'],
  ['fails again and again before it is ready', `process.exit(3)`, 'did not start'],
  ['is killed again and again before it is ready', `process.kill(process.pid, 'SIGKILL')`, 'did not start'],
  ['is told to stop by somebody else', `process.exit(0)`, 'did not start'],
])('a site that %s is retried with growing pauses, and can be stopped while it waits', async (_how, lines, words) => {
  const site = await supervise(lines)
  const pauses = () => [...site.stderr.matchAll(/ The site (.+) \((?:exit code|signal) \w+\)(.*)\./g)].map(([, did, then]) => [did, then])
  await poll('the fourth end', async () => pauses().length >= 4)
  expect(pauses()).toEqual([
    [words, ' and is started again'],
    [words, ': the next start is in 1 s'],
    [words, ': the next start is in 2 s'],
    [words, ': the next start is in 4 s'],
  ])
  expect((await site.stop()).signal).toBeNull()
})

/** Adds a line to a file at each start, of which there are `starts`. */
const COUNTED = `
  import { appendFileSync, readFileSync } from 'node:fs'
  const file = process.env.FOLDER + '/starts'
  appendFileSync(file, 'x')
  const starts = readFileSync(file, 'utf8').length`

test.each([
  ['throws', `throw new Error('A bad release')`],
  ['is killed', `process.kill(process.pid, 'SIGKILL')`],
  ['ends', `process.exit(0)`],
])('under systemd a site that %s at each start is given up after START_TRIES starts', async (_how, lines) => {
  const site = await supervise(`${COUNTED}\n${lines}`, { START_TRIES: '3' })
  expect(await site.exited).toEqual({ code: 70, signal: null })
  expect(await readFile(path.join(site.dataDir, 'starts'), 'utf8')).toBe('xxx')
  expect(site.stderr).toMatch(/The site did not start \((?:exit code|signal) \w+\), 3 times in a row: it is not started again\.\n$/)
})

test.each([
  ['has once been ready', `process.send('ready', () => process.exit(3))`],
  ['waits for its database', `process.send('database away', () => process.exit(1))`],
])('under systemd a site that %s is retried beyond START_TRIES', async (_how, lines) => {
  const later = `if (starts === 1 || process.env.ALWAYS) ${lines}; else process.exit(3)`
  const always = lines.includes('away') ? { ALWAYS: '1' } : undefined
  const site = await supervise(`${COUNTED}\n${later}`, { START_TRIES: '2', ...always })
  await poll('the fourth end', async () => site.stderr.includes('the next start is in 4 s'))
  expect(site.isRunning).toBe(true)
  expect((await site.stop()).signal).toBeNull()
})

test('a site that isn’t built is refused in one line that says how, and is not started again', async () => {
  const site = new ServerProcess(await createDataDir(), {}, 'scripts/start.mjs', 'dist/none.js')
  expect(await site.exited).toEqual({ code: 70, signal: null })
  expect(site.stderr).toMatch(/^The site isn’t built: dist\/none\.js is missing\. Run npm run build in \/.+ first\.\n$/)
})

test('a site whose database is not reachable yet starts once it is', async () => {
  database = await cloneDatabase(inject('postgres'))
  const { connection, cut, mend, close } = await openCutOffDatabase(database.connection)
  cut()
  // It is no failed start, so not even the first gives up.
  const settings = { DATABASE_URL: databaseUrl(connection), START_TRIES: '1' }
  const site = new ServerProcess(await createDataDir(), settings, 'scripts/start.mjs')
  await poll('the first try to fail', async () => site.stderr.includes('is started again'))
  expect(site.stderr).toMatch(/^Can’t connect to the database in DATABASE_URL: /)
  mend()
  const { origin } = await site.ready()
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  expect(await site.stop()).toEqual({ code: 0, signal: null })
  await close()
})

test('a site whose own database is recovering from a crash still starts, and does not mention DATABASE_URL', async () => {
  const dataDir = await createDataDir()
  const site = new ServerProcess(dataDir, { DEMO: '0' }, 'scripts/start.mjs')
  const pidFile = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const postmaster = await poll('the database to run', async () => {
    const [pid, , , , , , , status] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
    return status?.trim() === 'ready' && Number(pid)
  })
  process.kill(postmaster, 'SIGKILL')
  const { origin } = await site.ready()
  await poll('the site to be in order', async () => (await fetch(`${origin}/readyz`)).ok)
  expect(site.stderr).not.toContain('DATABASE_URL')
  expect(await site.stop()).toEqual({ code: 0, signal: null })
})

test('a site with invalid settings is not restarted', async () => {
  const site = await start({ LOG_LEVEL: 'loud' })
  expect(await site.exited).toEqual({ code: 1, signal: null })
  expect(site.stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^LOG_LEVEL: /)])
})

test('a site whose supervisor is killed does not run on unsupervised', async () => {
  const site = await (await start()).ready()
  await site.kill9()
  await poll('the site to be down', async () =>
    fetch(site.origin).then(
      () => undefined,
      () => true,
    ),
  )
})
