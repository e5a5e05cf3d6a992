import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../embedded-postgres/launcher.ts'
import { createServer } from '../../src/server/app.ts'
import { loadConfig } from '../../src/server/config.ts'
import { WORK_ON_DEMAND } from '../../src/server/jobs.ts'
import type { ConnectionOptions } from '../../src/server/lib/db.ts'
import { createQueue } from '../../src/server/lib/queue.ts'
import { prepareDatabase } from '../../src/server/prepare-database.ts'
import { administer, inDatabase, TEMPLATE } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests' PostgreSQL is; the database name is that of its maintenance database. */
    postgres: ConnectionOptions
  }
}

/**
 * One PostgreSQL for the whole run: the embedded one, or that of TEST_DATABASE_URL. A template database is migrated and
 * seeded once; every test file works on a clone of its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-tests-'))
  // PostgreSQL runs as another account when we are root, and must reach its data.
  await chmod(folder, 0o755)
  const external = process.env['TEST_DATABASE_URL']
  const server = external
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: path.join(folder, 'postgres'),
        projectName: 'meridian-tests',
        database: 'maintenance',
        log: () => undefined,
      })
  const postgres: ConnectionOptions = server
    ? { host: server.socketDir, port: server.port, user: server.user, database: server.database }
    : { connectionString: external ?? '' }

  await administer(postgres, `drop database if exists ${TEMPLATE}`, `create database ${TEMPLATE}`)
  await fillTemplate(postgres)
  project.provide('postgres', postgres)
  return async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function fillTemplate(postgres: ConnectionOptions): Promise<void> {
  const connection = inDatabase(postgres, TEMPLATE)
  await prepareDatabase(connection, { isDemo: true })
  const { log } = createServer(loadConfig({ LOG_LEVEL: 'silent' }))
  const queue = createQueue(connection, log)
  await queue.open(WORK_ON_DEMAND)
  await queue.stop()
}
