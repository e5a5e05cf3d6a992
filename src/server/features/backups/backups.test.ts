import { createHash, randomUUID } from 'node:crypto'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { generateIdentity } from 'age-encryption'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { backUpBeforeMigrations } from '#server/backup-before-migrations.ts'
import { backup } from '#server/cli/backup.ts'
import { databaseOn, openClient, type ConnectionOptions } from '#server/lib/db.ts'
import { listMigrations, migrate } from '#server/lib/migrate.ts'
import { bookAndPay, createBuyer, nextDay } from '../../../../tests/support/buyers.ts'
import { commandLineOf, ownerOf } from '../../../../tests/support/command-line.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { emptyDatabase, restoreInto, scratchFolder } from '../../../../tests/support/restored-sites.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { LEFT_OUT, listOf, listTables, quoted, SECRET } from './tables/selection.ts'

const KEY = await generateIdentity()

const site = await createTestApp()
afterAll(async () => site.close())
const { db, files } = site.deps
const manager = await createStaff(site, 'manager')

beforeEach(() => commandLineOf(site))

async function backUp(...args: string[]): Promise<string[]> {
  const said: string[] = []
  await backup.run(args, (line) => said.push(line))
  return said
}

/** Uploads an avatar’s file, as a row speaks of it. */
async function addFile(content: string): Promise<string> {
  const id = randomUUID()
  const file = `${id.slice(0, 2)}/${id}.webp`
  const { id: userId } = await db.selectFrom('users').select('id').where('email', '=', manager.email).executeTakeFirstOrThrow()
  await db.deleteFrom('avatars').where('user_id', '=', userId).execute()
  await db.insertInto('avatars').values({ id, user_id: userId, path: file, bytes: content.length }).execute()
  await files.write(`avatars/${file}`, { bytes: content.length, open: async () => Readable.from([Buffer.from(content)]) })
  return `avatars/${file}`
}

/** Returns a digest of each table's rows, in any order. */
async function digests(connection: ConnectionOptions, ...leftOut: string[]): Promise<Record<string, string>> {
  const client = new pg.Client(connection)
  await client.connect()
  const found: Record<string, string> = {}
  for (const { name, columns } of await listTables(client)) {
    if (LEFT_OUT.has(name) || leftOut.includes(name)) continue
    const rows = (await buffer(client.query(copyTo(`copy ${quoted(name)} (${listOf(columns)}) to stdout`)))).toString().split('\n')
    found[name] = `${rows.length - 1} ${createHash('sha256').update(rows.toSorted().join('\n')).digest('hex')}`
  }
  await client.end()
  return found
}

test('a backup to one file comes back row by row and file by file, but for sessions, links and who may work there', async () => {
  const [from, to, target] = [await scratchFolder(), await scratchFolder(), await emptyDatabase()]
  await bookAndPay(site, await createBuyer(site), 2, nextDay())
  const key = await addFile('a picture')
  const bundle = path.join(from, 'all.backup')
  vi.stubEnv('BACKUP_KEY', KEY)
  expect((await backUp('--to', bundle)).at(-1)).toMatch(/^Done: \d+ rows and 1 files of .+, encrypted\.$/)
  const before = await digests(ownerOf(site), 'users', 'audit_entries')
  expect((await restoreInto(target, to, '--from', bundle)).at(-1)).toContain('This is a copy')
  expect(await digests(target, 'users', 'audit_entries')).toEqual(before)
  expect(await readFile(path.join(to, key), 'utf8')).toBe('a picture')
  const client = new pg.Client(target)
  await client.connect()
  const { rows } = await client.query(`select
    (select count(*)::int from sessions) as sessions, (select count(*)::int from account_links) as links,
    (select count(*)::int from users where role <> 'customer' and disabled_at is null) as staff,
    (select count(*)::int from audit_entries where action = 'site.restored') as audited,
    (select count(*)::int from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace) as keys,
    (select count(*)::int from pg_indexes where schemaname = 'public') as indexes,
    (select count(*)::int from pg_trigger where not tgisinternal and tgenabled = 'D') as dead_triggers`)
  await client.end()
  const there = await site.deps.pool.query(`select
    (select count(*)::int from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace) as keys,
    (select count(*)::int from pg_indexes where schemaname = 'public') as indexes`)
  expect(rows).toEqual([{ sessions: 0, links: 0, staff: 0, audited: 1, dead_triggers: 0, ...there.rows[0] }])
})

test('without a key no secret is in a backup, nor does one go to a bucket', async () => {
  const [from, to, target] = [await scratchFolder(), await scratchFolder(), await emptyDatabase()]
  await backUp('--to', path.join(from, 'plain.backup'))
  await restoreInto(target, to, '--from', path.join(from, 'plain.backup'))
  const client = new pg.Client(target)
  await client.connect()
  const theirs = (await client.query('select value from secrets')).rows
  // A new one of the card sandbox's.
  expect(theirs).toHaveLength(1)
  expect((await db.selectFrom('secrets').select('value').execute()).map(({ value }) => value)).not.toContain(theirs[0].value)
  for (const table of SECRET) if (table !== 'secrets') expect((await client.query(`select from ${table}`)).rowCount).toBe(0)
  await client.end()
  commandLineOf(site)
  await expect(backUp('--to', 's3://bucket/folder')).rejects.toThrow('set BACKUP_KEY')
})

test('a folder of backups keeps each file once, and lets the oldest bundles and their files go', async () => {
  const [from, to, target] = [await scratchFolder(), await scratchFolder(), await emptyDatabase()]
  vi.stubEnv('BACKUP_KEEP', '2')
  const first = await addFile('the first')
  await backUp('--to', from)
  expect((await backUp('--to', from)).join('\n')).toContain('files: 1, 0 of them written')
  const second = await addFile('the second')
  expect((await backUp('--to', from)).join('\n')).toContain('files: 1, 1 of them written')
  expect((await readdir(path.join(from, 'files'), { recursive: true })).filter((name) => name.endsWith('.webp'))).toHaveLength(2)
  await backUp('--to', from)
  const left = await readdir(from, { recursive: true })
  expect(left.filter((name) => name.endsWith('.backup'))).toHaveLength(2)
  expect(left).not.toContain(`files/${first}`)
  expect(left).toContain(`files/${second}`)
  await restoreInto(target, to, '--from', from)
  expect(await readFile(path.join(to, second), 'utf8')).toBe('the second')
  commandLineOf(site)
  await writeFile(path.join(from, 'files', second), 'the secord')
  await expect(restoreInto(target, to, '--from', from, '--replace')).rejects.toThrow('is not what was written')
  await rm(path.join(from, 'files', second))
  await expect(restoreInto(target, to, '--from', from, '--replace')).rejects.toThrow(/^Nothing was changed\. .+ is missing beside it\.$/)
})

test('a restore is refused beside a running site, into a full database, and with the wrong key', async () => {
  const [from, to, target] = [await scratchFolder(), await scratchFolder(), await emptyDatabase()]
  const bundle = path.join(from, 'a.backup')
  vi.stubEnv('BACKUP_KEY', KEY)
  await backUp('--to', bundle)
  await expect(restoreInto(ownerOf(site), to, '--from', bundle, '--replace')).rejects.toThrow(
    'A site or a command is running on this database',
  )
  await restoreInto(target, to, '--from', bundle)
  const before = await digests(target)
  await expect(restoreInto(target, to, '--from', bundle)).rejects.toThrow('With --replace it gives way')
  vi.stubEnv('BACKUP_KEY', await generateIdentity())
  await expect(restoreInto(target, to, '--from', bundle, '--replace')).rejects.toThrow('BACKUP_KEY is not the key')
  vi.stubEnv('BACKUP_KEY', '')
  await expect(restoreInto(target, to, '--from', bundle, '--replace')).rejects.toThrow('It is encrypted')
  expect(await digests(target)).toEqual(before)
  vi.stubEnv('BACKUP_KEY', KEY)
  await restoreInto(target, to, '--from', bundle, '--replace')
  expect(Object.keys(await digests(target))).toEqual(Object.keys(before))
})

test('a database of an earlier version is backed up as it is, before its migrations too, and comes back up to date', async () => {
  const [from, to, old, target] = [await scratchFolder(), await scratchFolder(), await emptyDatabase(), await emptyDatabase()]
  const client = await openClient(old, 'test')
  await migrate(databaseOn(client), '0051_compared_until')
  await client.query(`insert into users (id, name, email, password_hash) values ('u1', 'Ada “Lovelace” 🧭', 'ada@example.test', 'x')`)
  await client.end()
  const config = { ...site.deps.config, BACKUP_TO: from, usesCardSandbox: false }
  await backUpBeforeMigrations(config, { owner: old }, () => undefined)
  await restoreInto(target, to, '--from', from)
  const restored = await openClient(target, 'test')
  const { rows } = await restored.query(`select name, (select max(name) from kysely_migration) as last from users`)
  expect(rows).toEqual([{ name: 'Ada “Lovelace” 🧭', last: (await listMigrations()).at(-1) }])
  await restored.end()
  await backUpBeforeMigrations(config, { owner: target }, () => undefined)
  expect((await readdir(from)).filter((name) => name.endsWith('.backup'))).toHaveLength(1)
  await writeFile(path.join(to, 'no-folder'), '')
  await expect(
    backUpBeforeMigrations({ ...config, BACKUP_TO: path.join(to, 'no-folder') }, { owner: old }, () => undefined),
  ).rejects.toThrow(/^The database was not migrated/)
})
