import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { startCardSandbox } from '../../packages/card-sandbox/sandbox.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../packages/embedded-postgres/launcher.ts'
import { copyCluster } from '../../packages/embedded-postgres/testing/support.ts'
import { createServer } from '../../src/server/app.ts'
import { loadConfig } from '../../src/server/config.ts'
import { createDeps } from '../../src/server/create-deps.ts'
import { syncPrices } from '../../src/server/features/payments/prices.ts'
import { WORK_ON_DEMAND } from '../../src/server/jobs.ts'
import type { ConnectionOptions } from '../../src/server/lib/db.ts'
import { prepareDatabase } from '../../src/server/prepare-database.ts'
import { administer, asSite, inDatabase, TEMPLATE } from './databases.ts'
import { provideUsedData } from './used-data.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Names the maintenance database of the tests' PostgreSQL. */
    postgres: ConnectionOptions
    /** State of a card sandbox with the prices of the template's tours. */
    cardsState: string
    /** Folder of a new cluster; copying it saves a second or more in tests that are not about creating one. */
    cluster: string
  }
}

/**
 * Starts one PostgreSQL for the whole run, embedded or that of TEST_DATABASE_URL. A template database is migrated and
 * seeded, and its prices are created in a card sandbox; every test file clones both.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Otherwise tests of the programs would run a build of older sources.
  await promisify(execFile)(process.execPath, ['scripts/first-run/prepare.mjs', '--server'])
  const removeUsedData = await provideUsedData()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-tests-'))
  // As root, PostgreSQL runs under another account, which must be able to reach its data.
  await chmod(folder, 0o755)
  await (await startPostgres(path.join(folder, 'new'))).stop()
  const cluster = path.join(folder, 'new', 'cluster')
  const external = process.env['TEST_DATABASE_URL']
  let server: EmbeddedPostgres | undefined
  if (!external) {
    copyCluster(cluster, path.join(folder, 'postgres'))
    server = await startPostgres(path.join(folder, 'postgres'))
  }
  const postgres: ConnectionOptions = server
    ? { host: server.socketDir, port: server.port, user: server.user, database: server.database }
    : { connectionString: external ?? '' }

  await administer(postgres, `drop database if exists ${TEMPLATE}`, `create database ${TEMPLATE}`)
  const cardsState = path.join(folder, 'cards.jsonl')
  await fillTemplate(postgres, cardsState)
  project.provide('postgres', postgres)
  project.provide('cardsState', cardsState)
  project.provide('cluster', cluster)
  return async () => {
    await server?.stop()
    await removeUsedData()
    await rm(folder, { recursive: true, force: true })
  }
}

function startPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    projectName: 'meridian-tests',
    database: 'maintenance',
    log: () => undefined,
    // No data has to outlive the run, and many programs and tests connect at once.
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' },
  })
}

async function fillTemplate(postgres: ConnectionOptions, cardsState: string): Promise<void> {
  const connection = inDatabase(postgres, TEMPLATE)
  await prepareDatabase({ options: asSite(connection), owner: connection }, { isDemo: true })
  const config = loadConfig({ LOG_LEVEL: 'silent', SESSION_SECRET: 'of the template alone, in which nobody signs in' })
  const { log } = createServer(config)
  const sandbox = await startCardSandbox({ port: 0, stateFile: cardsState, publicPath: '/card-sandbox' })
  const { deps, stop } = await createDeps(config, asSite(connection), { log, sandboxPort: () => sandbox.port, sandboxSecret: 'unused' })
  await deps.queue.open(WORK_ON_DEMAND)
  await syncPrices(deps, log)
  await stop()
  await sandbox.close()
}
