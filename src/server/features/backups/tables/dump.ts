import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Writing } from '../bundle/writing.ts'
import type { Manifest } from '../bundle/format.ts'
import { BLANKED, LEFT_OUT, listOf, listTables, quoted, SECRET } from './selection.ts'

export type Snapshot = Pick<Manifest, 'moment' | 'migrations' | 'contracts' | 'tables' | 'sequences'>

/**
 * Begins a transaction in which everything that is read shows one moment, and says what there is to read. Ended by the caller. Locks nothing
 * that the site needs; only a migration would wait.
 */
export async function openSnapshot(client: pg.ClientBase, hasSecrets: boolean): Promise<Snapshot> {
  await client.query('begin transaction isolation level repeatable read read only')
  const { rows: moments } = await client.query<{ moment: Date }>('select now() as moment')
  const { rows: migrations } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  const tables = (await listTables(client)).filter(({ name }) => !LEFT_OUT.has(name) && (hasSecrets || !SECRET.has(name)))
  return {
    moment: (moments[0]?.moment ?? new Date()).toISOString(),
    migrations: migrations.map(({ name }) => name),
    contracts: await listContracts(client),
    tables,
    sequences: await listSequences(client),
  }
}

/** An earlier version has neither the table nor the step. */
async function listContracts(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('public.ledger_progress') is not null as there`)
  if (!rows[0]?.there) return []
  const { rows: steps } = await client.query(`select from ledger_progress as row where to_jsonb(row) ->> 'contracted_at' is not null`)
  return steps.length > 0 ? ['ledger'] : []
}

export async function dumpTables(
  client: pg.ClientBase,
  tables: Snapshot['tables'],
  writing: Writing,
  hasSecrets: boolean,
  onTable: (name: string, rows: number) => void,
): Promise<void> {
  for (const { name, columns } of tables) {
    const rows = client.query(copyTo(`copy ${sourceOf(name, columns, hasSecrets)} to stdout`))
    // Where it is cut, its reader has the failure already.
    rows.on('error', () => undefined)
    const member = await writing.add(`tables/${name}`, rows, () => rows.rowCount)
    onTable(name, member.rows ?? 0)
  }
}

function sourceOf(name: string, columns: readonly string[], hasSecrets: boolean): string {
  const blanked = hasSecrets ? undefined : BLANKED[name]
  if (!blanked) return `${quoted(name)} (${listOf(columns)})`
  return `(select ${columns.map((column) => blanked[column] ?? quoted(column)).join(', ')} from ${quoted(name)})`
}

/** They go on counting while the snapshot is read, so they are never behind it. */
async function listSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by sequencename`,
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${quoted(name)}`,
    )
    if (values[0]) sequences.push({ name, ...values[0] })
  }
  return sequences
}
