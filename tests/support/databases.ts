import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { APP_ROLE } from '../../src/server/lib/database-roles.ts'
import type { ConnectionOptions } from '../../src/server/lib/db.ts'

/**
 * The migrated and seeded database that every test file clones. Nothing else may connect to it, because a database in
 * use cannot be cloned.
 */
export const TEMPLATE = 'meridian_test_template'

export function inDatabase(postgres: ConnectionOptions, database: string): ConnectionOptions {
  if (!('connectionString' in postgres)) return { ...postgres, database }
  const url = new URL(postgres.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** Connects with the site's own role; an external server has a single role for everything. */
export function asSite(postgres: ConnectionOptions): ConnectionOptions {
  return 'connectionString' in postgres ? postgres : { ...postgres, user: APP_ROLE }
}

export async function administer(postgres: ConnectionOptions, ...statements: string[]): Promise<void> {
  const client = new pg.Client(postgres)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

export interface TestDatabase {
  connection: ConnectionOptions
  drop(): Promise<void>
}

export async function cloneDatabase(postgres: ConnectionOptions): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(postgres, `create database ${name} template ${TEMPLATE}`)
  return {
    connection: inDatabase(postgres, name),
    drop: () => administer(postgres, `drop database if exists ${name} with (force)`),
  }
}
