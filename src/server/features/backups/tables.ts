import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { BundleError, type Manifest } from './bundle-format.ts'
import type { Writing } from './bundle-writing.ts'

/** What a restored copy must not take over: sessions and links end, and its backups are its own. */
export const LEFT_OUT = new Set([
  'account_links',
  'backup_files',
  'backups',
  'data_folder',
  'email_changes',
  'guide_links',
  'processes',
  'quote_links',
  'rate_limits',
  'refresh_tokens',
  'reservation_links',
  'restored_copy',
  'sessions',
  'spent_challenges',
  'unconfirmed_holds',
])

/** Only in an encrypted bundle. */
export const SECRET = new Set(['passkeys', 'recovery_codes', 'second_factors', 'secrets'])

/** Fields of emails that hold a link that works for anyone (`emails/*.ts`). */
export const MAIL_LINKS = ['confirmUrl', 'joinUrl', 'objectUrl', 'payUrl', 'resetUrl', 'signInCode']

/** What is in a bundle that is not encrypted in place of what opens a door, by table and column. */
const BLANKED: Record<string, Record<string, string>> = {
  booking_contacts: { token_hash: 'md5(random()::text || booking_id)' },
  mails: { data: `data - '{${MAIL_LINKS.join(',')}}'::text[]` },
  payment_attempts: {
    cancel_token: 'gen_random_uuid()::text',
    paid_token: 'null::text',
    // Its return addresses hold the tokens. Only an attempt that may still be opened needs the rest.
    params: `case when status = 'creating' and session_id is null
      then regexp_replace(params::text, '(/pay/(return|cancel)[?]token=)[A-Za-z0-9_-]+', '\\1gone', 'g')::jsonb else '{}' end`,
    // It opens the provider's page for anyone; the site reads it from the provider.
    session_url: 'null::text',
  },
}

export interface TableColumns {
  name: string
  columns: string[]
}

/** Lists all tables of ours but the migrations' own, with the columns that are stored, in the columns' order. */
export async function listTables(client: pg.ClientBase): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and c.relname not in ('kysely_migration', 'kysely_migration_lock') and ${IS_OURS} group by c.relname order by c.relname`,
  )
  return rows
}

/** Of a row of pg_class `c`: it belongs to no extension. */
const IS_OURS = `not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function listOf(columns: readonly string[]): string {
  return columns.map(quoted).join(', ')
}

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

/** Drops everything of ours, and what the job queue's library keeps. Extensions, and what belongs to others, stay. */
export async function dropEverything(client: pg.ClientBase): Promise<void> {
  const relations = await names(
    client,
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ${IS_OURS}`,
  )
  if (relations.length > 0) await client.query(`drop table ${listOf(relations)} cascade`)
  for (const { kind, query } of OTHERS)
    for (const name of await names(client, query)) await client.query(`drop ${kind} if exists ${name} cascade`)
  await client.query('drop schema if exists pgboss cascade')
}

/** What migrations make besides tables, in an order in which it can go; `name` can stand in a statement. */
const OTHERS = [
  { kind: 'routine', query: `select o.oid::regprocedure::text as name ${ofOurs('pg_proc', 'pronamespace')}` },
  { kind: 'text search configuration', query: `select o.oid::regconfig::text as name ${ofOurs('pg_ts_config', 'cfgnamespace')}` },
  { kind: 'text search dictionary', query: `select o.oid::regdictionary::text as name ${ofOurs('pg_ts_dict', 'dictnamespace')}` },
  {
    kind: 'type',
    query: `select o.oid::regtype::text as name ${ofOurs('pg_type', 'typnamespace')}
      and (o.typtype in ('e', 'd') or o.typtype = 'c' and (select relkind from pg_class where oid = o.typrelid) = 'c')`,
  },
]

function ofOurs(catalog: string, schema: string): string {
  return `from ${catalog} o where o.${schema} = 'public'::regnamespace and not exists (
    select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = o.oid and d.deptype = 'e')`
}

/**
 * Makes the migrated but otherwise empty tables ready for rows in any order: what migrations wrote goes, and foreign keys, triggers and
 * indexes wait. Returns what puts these back, which checks all foreign keys. Throws `BundleError` if the columns are not the bundle's.
 */
export async function openTables(client: pg.ClientBase, { tables }: Manifest): Promise<() => Promise<void>> {
  const there = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]))
  for (const { name, columns } of tables) {
    const unknown = columns.filter((column) => !there.get(name)?.includes(column))
    if (unknown.length > 0) throw new BundleError(`This version doesn’t recognise ${name}.${unknown.join(', ')}.`)
  }
  // First the triggers: those of the audit refuse to empty it.
  const triggers = await takeTriggers(client)
  await client.query(`truncate ${listOf([...there.keys()])}`)
  const later = [...(await takeForeignKeys(client)), ...(await takeIndexes(client)), ...triggers]
  return async () => {
    for (const statement of later) await client.query(statement)
  }
}

/** Returns how many rows there were. */
export async function loadTable(
  client: pg.ClientBase,
  name: string,
  { tables }: Manifest,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  const table = tables.find((each) => each.name === name)
  if (!table) throw new BundleError(`The table ${name} isn’t part of this backup.`)
  const into = client.query(copyFrom(`copy ${quoted(name)} (${listOf(table.columns)}) from stdin`))
  await pipeline(Readable.from(content), into)
  return into.rowCount
}

export async function setSequences(client: pg.ClientBase, { sequences }: Manifest): Promise<void> {
  for (const { name, last, isCalled } of sequences)
    await client.query(`select setval(${client.escapeLiteral(quoted(name))}, ${client.escapeLiteral(last)}, ${isCalled})`)
}

async function takeForeignKeys(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ place: string; name: string; definition: string }>(
    `select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where connamespace = 'public'::regnamespace and contype = 'f' order by conrelid, conname`,
  )
  for (const { place, name } of rows) await client.query(`alter table ${place} drop constraint ${quoted(name)}`)
  return rows.map(({ place, name, definition }) => `alter table ${place} add constraint ${quoted(name)} ${definition}`)
}

/** Those of constraints stay: they are few, and find a row that is there twice. */
async function takeIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${IS_OURS}
       and not exists (select from pg_constraint where conindid = i.indexrelid) order by 1`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

async function takeTriggers(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ place: string; name: string; state: string }>(
    `select tgrelid::regclass::text as place, tgname as name, tgenabled as state from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled <> 'D'`,
  )
  for (const { place, name } of rows) await client.query(`alter table ${place} disable trigger ${quoted(name)}`)
  const how: Record<string, string> = { A: 'enable always', R: 'enable replica' }
  return rows.map(({ place, name, state }) => `alter table ${place} ${how[state] ?? 'enable'} trigger ${quoted(name)}`)
}

async function names(client: pg.ClientBase, query: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query)
  return rows.map(({ name }) => name)
}
