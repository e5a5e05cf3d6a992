import { CLIMBING_READS, OTHER_TABLES, SERVER_FEATURES } from './features.ts'

/** Owner of each table, as the prefix of its files' paths. */
const OWNERS = new Map([
  ...SERVER_FEATURES.flatMap(({ name, tables }) => tables.map((table): [string, string] => [table, `src/server/features/${name}/`])),
  ...Object.entries(OTHER_TABLES).flatMap(([folder, tables]) => tables.map((table): [string, string] => [table, `${folder}/`])),
])

/** The outbox may write in the transaction of any feature, because it stores an email where the mails feature finds it. */
const OUTBOX = 'src/server/lib/mail-outbox.ts'

/** Kysely's writing statements with the table as text, and helpers that write for an owner that names its table. */
const WRITES = /\b(?:insertInto|updateTable|deleteFrom|mergeInto|triesOf)\(\s*(?:'([\w.]+)[^']*')?/g
const READS = /\b(?:selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?|using|from)\(\s*(\[[^\]]*\]|'[\w. ]+')/g
const SQL_TEXT = /\bsql(?:<[^`]*?>)?`((?:[^`\\]|\\.)*)`/g
const SQL_WRITES = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+([a-z_]+)/gi
const SQL_READS = /\b(?:from|join)\s+([a-z_]+)/gi

/** A generic writer, whose owner passes in the table. */
const FOR_OWNERS = 'src/server/lib/retries.ts'

/** Finds a server file's database access in its text without comments. */
export function tablesOf(text: string): { writes: (string | undefined)[]; reads: string[] } {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const statements = [...code.matchAll(SQL_TEXT)].map(([, statement = '']) => statement)
  const inSql = (pattern: RegExp) => statements.flatMap((statement) => [...statement.matchAll(pattern)].map(([, table = '']) => table))
  return {
    writes: [...[...code.matchAll(WRITES)].map(([, table]) => table), ...inSql(SQL_WRITES).filter((table) => OWNERS.has(table))],
    reads: [
      ...[...code.matchAll(READS)].flatMap(([, named = '']) => [...named.matchAll(/'(\w+)/g)].map(([, table = '']) => table)),
      ...inSql(SQL_READS),
    ].filter((table) => OWNERS.has(table)),
  }
}

/** Returns the faults of a server file: writes to another feature's table, and reads of tables from later features. */
export function faultsOfTables(name: string, text: string): string[] {
  if (!/^src\/server\/(features|lib)\//.test(name) || name.endsWith('.test.ts') || name === FOR_OWNERS) return []
  const { writes, reads } = tablesOf(text)
  return [...new Set([...writes.flatMap((table) => faultsOfWrite(name, table)), ...reads.flatMap((table) => faultsOfRead(name, table))])]
}

function faultsOfWrite(name: string, table: string | undefined): string[] {
  if (table === undefined) return [`${name}: writes a table that it does not name; name it, so that its owner can be checked`]
  const owner = OWNERS.get(table)
  if (owner === undefined) return [`${name}: writes ${table}, which nobody owns; say in scripts/structure/features.ts who does`]
  if (name.startsWith(owner) || (name === OUTBOX && table === 'mails')) return []
  return [`${name}: writes ${table}, which ${owner} alone may; call one of its functions`]
}

function faultsOfRead(name: string, table: string): string[] {
  const owner = OWNERS.get(table) ?? ''
  if (name.startsWith(owner)) return []
  const [, reader] = /^src\/server\/features\/([^/]+)\//.exec(name) ?? []
  const [, owning] = /^src\/server\/features\/([^/]+)\//.exec(owner) ?? []
  if (reader === undefined || owning === undefined || isKnownToClimb(reader, table)) return []
  if (placeOf(owning) < placeOf(reader)) return []
  return [
    `${name}: reads ${table}, whose owner ${owning} comes after ${reader}; take what it needs as an argument, or read it further down`,
  ]
}

function placeOf(feature: string): number {
  return SERVER_FEATURES.findIndex(({ name }) => name === feature)
}

function isKnownToClimb(reader: string, table: string): boolean {
  return (CLIMBING_READS[reader] ?? []).includes(table)
}

/** Returns entries of CLIMBING_READS that no file needs any more. */
export function findStaleReads(sources: Map<string, string>): string[] {
  return Object.entries(CLIMBING_READS).flatMap(([reader, tables]) => {
    const own = [...sources].filter(([name]) => name.startsWith(`src/server/features/${reader}/`))
    const read = new Set(own.flatMap(([, text]) => tablesOf(text).reads))
    return tables
      .filter((table) => !read.has(table))
      .map((table) => `scripts/structure/features.ts: ${reader} no longer reads ${table}; take it off the reads that climb`)
  })
}

/** Returns the faults of the list itself: every table must have exactly one owner. `types` is the text of the generated database types. */
export function findUnowned(types: string): string[] {
  const listed = types.slice(types.indexOf('export interface DB {'))
  const tables = [...listed.matchAll(/^ {2}(\w+): /gm)].map(([, table = '']) => table)
  const owned = [...SERVER_FEATURES.map(({ tables: own }) => own), ...Object.values(OTHER_TABLES)].flat()
  return [
    ...tables.filter((table) => !OWNERS.has(table)).map((table) => `scripts/structure/features.ts: nobody owns the table ${table}`),
    ...owned
      .filter((table, index) => owned.indexOf(table) !== index)
      .map((table) => `scripts/structure/features.ts: two own the table ${table}`),
    ...owned
      .filter((table) => tables.length > 0 && !tables.includes(table))
      .map((table) => `scripts/structure/features.ts: there is no table ${table}`),
  ]
}
