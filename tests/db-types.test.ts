import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, createPool } from '../src/server/lib/db.ts'
import { projectRoot } from '../src/server/config/root.ts'
import { schemaFiles } from '../scripts/schema-files.ts'
import { databaseUrl } from './support/database-url.ts'
import { cloneDatabase, type TestDatabase } from './support/databases.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'))
})
afterAll(() => database.drop())

test('the generated row types match the migrations', async () => {
  const generator = path.join(projectRoot, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const verification = promisify(execFile)(
    process.execPath,
    [generator, '--config-file', '.kysely-codegenrc.json', '--verify', '--url', databaseUrl(database.connection)],
    { cwd: projectRoot },
  )
  await expect(verification, 'run npm run db:types').resolves.toBeDefined()
})

test('the schema to be read matches the migrations', async () => {
  const db = createDatabase(createPool(database.connection, 1, () => undefined))
  const written = await schemaFiles(db)
  await db.destroy()
  const folder = path.join(projectRoot, 'schema')
  const kept = await Promise.all(
    (await readdir(folder)).map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const),
  )
  expect(Object.fromEntries(kept), 'run npm run db:types').toEqual(Object.fromEntries(written))
})

test('every currency column accepts any code of three letters, so that another currency needs no migration', async () => {
  const db = createDatabase(createPool(database.connection, 1, () => undefined))
  const { rows } = await sql<{ table_name: string; checked: string | null }>`
    select table_name, (
      select pg_get_constraintdef(oid) from pg_constraint
      where conrelid = table_name::regclass and conname = table_name || '_currency_check'
    ) as checked
    from information_schema.columns where table_schema = 'public' and column_name = 'currency'`.execute(db)
  await db.destroy()
  // These take over what other tables or the card provider say.
  const copies = [
    'disputes',
    'export_batch_sums',
    'export_numbers',
    'ledger_sums',
    'payouts',
    'provider_entries',
    'revenue_months',
    'revenue_postings',
    'revenue_rollups',
    'revenue_since',
    'revenue_sums',
    'till_closes',
  ]
  const entered = rows.filter(({ table_name }) => !copies.includes(table_name))
  expect(entered).toHaveLength(rows.length - copies.length)
  for (const { table_name, checked } of entered) expect(checked, table_name).toMatch(/^CHECK \(\(currency ~ '\^\[a-z\]\{3\}\$'::text\)\)/)
})
