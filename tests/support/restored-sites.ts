import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { inject as provided, onTestFinished, vi } from 'vitest'
import { SANDBOX_KEY } from '../../packages/card-sandbox/api.ts'
import { startCardSandbox } from '../../packages/card-sandbox/sandbox.ts'
import { buildApp, createServer } from '../../src/server/app.ts'
import { backup } from '../../src/server/cli/backup.ts'
import { restore } from '../../src/server/cli/restore.ts'
import { loadConfig } from '../../src/server/config.ts'
import { createDeps } from '../../src/server/create-deps.ts'
import { createCatalogue } from '../../src/server/features/tours/catalogue-cache.ts'
import { readSearchKnowledge } from '../../src/server/features/tours/search/search.ts'
import { WORK_ON_DEMAND } from '../../src/server/jobs.ts'
import type { ConnectionOptions } from '../../src/server/lib/db.ts'
import { prepareDatabase } from '../../src/server/prepare-database.ts'
import { Browser } from './browser.ts'
import { databaseUrl } from './database-url.ts'
import { administer, asSite, inDatabase } from './databases.ts'
import { TOKEN_SECRET, WEBHOOK_SECRET, type TestApp } from './test-app.ts'

/** Creates an empty folder that is removed after the test. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-backup-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Creates an empty database, connected to as the owner of its tables, that is dropped after the test. */
export async function emptyDatabase(): Promise<ConnectionOptions> {
  const postgres = provided('postgres')
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  await administer(postgres, `create database ${name}`)
  onTestFinished(async () => administer(postgres, `drop database if exists ${name} with (force)`))
  return inDatabase(postgres, name)
}

/** Points the command line at a database and a data folder; the site's stay as `commandLineOf` set them otherwise. */
export function commandLineAt(owner: ConnectionOptions, folder: string, more: Record<string, string> = {}): void {
  const settings = { DATABASE_URL: databaseUrl(asSite(owner)), DATABASE_MIGRATION_URL: databaseUrl(owner), DATA_DIR: folder, ...more }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
}

/** Runs `npm run restore` and returns what it said. */
export async function restoreInto(owner: ConnectionOptions, folder: string, ...args: string[]): Promise<string[]> {
  commandLineAt(owner, folder)
  const said: string[] = []
  await restore.run(args, (line) => said.push(line))
  return said
}

/** Opens a site on a restored database, with the card provider of the site that was backed up. */
async function openRestored(site: TestApp, owner: ConnectionOptions, folder: string) {
  const connection = asSite(owner)
  const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: folder, SESSION_SECRET: TOKEN_SECRET, DEMO: '0' })
  await prepareDatabase({ options: connection, owner }, { isDemo: false })
  const app = createServer(config)
  const cardsPort = Number(new URL(site.cards.url).port)
  const { deps, stop } = await createDeps(config, connection, {
    log: app.log,
    sitePort: () => 80,
    sandboxPort: () => cardsPort,
    sandboxSecret: WEBHOOK_SECRET,
    now: site.deps.now,
  })
  await deps.queue.open(WORK_ON_DEMAND)
  const catalogue = await createCatalogue(deps, connection, await readSearchKnowledge(config))
  await buildApp(app, { deps, catalogue, cardSandboxPort: () => cardsPort })
  await app.ready()
  const close = async () => {
    await app.close()
    await catalogue.stop()
    await stop()
  }
  onTestFinished(close)
  return { app, deps, visitor: () => new Browser(app, 'http://localhost'), close }
}

/** Backs the site up and restores it into a database of its own, as often as asked. */
export async function backedUp(site: TestApp) {
  const [store, folder] = [await scratchFolder(), await scratchFolder()]
  await backup.run(['--to', store], () => undefined)
  const restoreCopy = async () => {
    const target = await emptyDatabase()
    const said = await restoreInto(target, folder, '--from', store)
    return { target, said, copy: await openRestored(site, target, folder) }
  }
  return { folder, store, restoreCopy }
}

/** Runs a card sandbox on a journal for one test. Returns what reads the status of a session's page, and the session. */
export async function openSandbox(stateFile: string) {
  const sandbox = await startCardSandbox({ port: 0, stateFile, publicPath: '/card-sandbox' })
  onTestFinished(async () => sandbox.close())
  const headers = { authorization: `Bearer ${SANDBOX_KEY}` }
  return {
    page: async (id: string) => (await fetch(`${sandbox.url}/c/pay/${id}`)).status,
    session: async (id: string): Promise<unknown> => (await fetch(`${sandbox.url}/v1/checkout/sessions/${id}`, { headers })).json(),
  }
}
