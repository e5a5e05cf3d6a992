import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, createPool } from '../src/server/lib/db.ts'
import { projectRoot } from '../src/server/config/root.ts'
import { CURRENCIES } from '../src/shared/money.ts'
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

test('every currency column accepts exactly the currencies in the code', async () => {
  const db = createDatabase(createPool(database.connection, 1, () => undefined))
  const { rows } = await sql<{ table_name: string; taken: string[] }>`
    select table_name, array(
      select found[1] from pg_constraint,
        regexp_matches(substring(pg_get_constraintdef(oid) from 'currency = ANY \\(ARRAY\\[[^]]*'), '''([a-z]+)''::text', 'g') found
      where conrelid = table_name::regclass and conname = table_name || '_currency_check' order by 1
    ) as taken
    from information_schema.columns where table_schema = 'public' and column_name = 'currency'`.execute(db)
  await db.destroy()
  expect(rows.length).toBeGreaterThan(0)
  // Disputes, what moves at the card provider, the ledger and the sums of a day or quarter-hour are kept in whatever currency the card provider has taken.
  const sums = new Set([
    'daily_balances',
    'disputes',
    'ledger_days',
    'ledger_sums',
    'payouts',
    'postings',
    'provider_entries',
    'sales_sums',
  ])
  const known = rows.filter(({ table_name }) => !sums.has(table_name))
  expect(known).toHaveLength(rows.length - sums.size)
  for (const { table_name, taken } of known) expect(taken, table_name).toEqual(CURRENCIES.toSorted())
})
