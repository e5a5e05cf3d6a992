import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { inject as provided, onTestFinished } from 'vitest'
import { projectRoot } from '../../src/server/config/root.ts'
import type { ConnectionOptions } from '../../src/server/lib/db.ts'
import { administer, inDatabase } from './databases.ts'

const folder = path.join(projectRoot, 'migrations')

interface OldDatabase {
  connection: ConnectionOptions
  client: pg.Client
  /** Applies the migration. */
  upgrade(): Promise<unknown>
  /** Applies it and all that came after it. */
  upgradeToLast(): Promise<void>
}

/** Creates a database as it was before the migration `next`, and drops it after the test. */
export async function databaseBefore(next: string): Promise<OldDatabase> {
  const postgres = provided('postgres')
  const name = `old_${randomUUID().replaceAll('-', '')}`
  await administer(postgres, `create database ${name}`)
  const connection = inDatabase(postgres, name)
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await administer(postgres, `drop database ${name} with (force)`)
  })
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const apply = async (some: string[]) => {
    for (const file of some) await client.query(await readFile(path.join(folder, file), 'utf8'))
  }
  const place = files.indexOf(next)
  await apply(files.slice(0, place))
  return { connection, client, upgrade: async () => apply([next]), upgradeToLast: async () => apply(files.slice(place)) }
}
