import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
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

/** Starts the site as `npm start` does. */
async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
  database = await cloneDatabase(inject('postgres'))
  const settings = { DATABASE_URL: databaseUrl(database.connection), ...environment }
  return new ServerProcess(await createDataDir(), settings, 'scripts/start.mjs')
}

/** Returns the process id of the site that runs, not of what watches it. */
function siteOf({ log }: ServerProcess): number {
  return Number(log.at(-1)?.['pid'])
}

/** Returns where the site has listened, start by start. */
function addressesOf({ stdout }: ServerProcess): string[] {
  return [...stdout.matchAll(/Meridian is ready: (http:\S+)/g)].map(([, address = '']) => address)
}

test('a site that dies is started again, and why is said', async () => {
  const site = await (await start()).ready()
  process.kill(siteOf(site), 'SIGKILL')
  const address = await poll('the second start', async () => addressesOf(site)[1])
  expect(site.stderr).toMatch(/The site has ended \(signal SIGKILL\) and is started again\./)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await site.stop()).toEqual({ code: 0, signal: null })
  await expect(fetch(address)).rejects.toThrow('fetch failed')
})

test('a site that dies again and again is started at most five times a minute, and can be stopped while it waits', async () => {
  const program = path.join(await createDataDir(), 'dies.mjs')
  await writeFile(program, `process.send('ready', () => process.exit(3))`)
  const site = new ServerProcess(await createDataDir(), {}, 'scripts/start.mjs', program)
  await poll('it to wait', async () => site.stderr.includes('the next start is in'))
  expect(site.stderr.match(/The site has ended \(exit code 3\)/g)).toHaveLength(5)
  expect((await site.stop()).signal).toBeNull()
})

test('a site that cannot start is not started again and again', async () => {
  const site = await start({ LOG_LEVEL: 'loud' })
  expect(await site.exited).toEqual({ code: 1, signal: null })
  expect(site.stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^LOG_LEVEL: /)])
})

test('a site whose supervisor is killed does not run on unwatched', async () => {
  const site = await (await start()).ready()
  await site.kill9()
  await poll('the site to be down', async () =>
    fetch(site.origin).then(
      () => undefined,
      () => true,
    ),
  )
})
