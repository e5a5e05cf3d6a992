import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BundleError, type Manifest } from '../bundle/format.ts'
import { IS_OURS, listOf, listTables, quoted } from './selection.ts'

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
