import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { generateIdentity } from 'age-encryption'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { backUpBeforeMigrations } from '#server/backup-before-migrations.ts'
import { backup } from '#server/cli/backup.ts'
import { previews, renderTemplate } from '#server/emails/templates.ts'
import { checkHealth } from '#server/features/desk/health.ts'
import { CARD_SANDBOX_STATE, cardSandboxFolder } from '#server/lib/card-sandbox-process.ts'
import { databaseOn, openClient, unlessRunning, type ConnectionOptions } from '#server/lib/db.ts'
import { listMigrations, migrate } from '#server/lib/migrate.ts'
import { SANDBOX_SECRET, sharedSecret } from '#server/lib/secrets.ts'
import { bookAndPay, createBuyer, nextDay } from '../../../../tests/support/buyers.ts'
import { commandLineOf, ownerOf } from '../../../../tests/support/command-line.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { emptyDatabase, restoreInto, scratchFolder } from '../../../../tests/support/restored-sites.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { tryBackupPlace } from './nightly.ts'
import { findLastBegun, noteUnlessBegun } from './records.ts'
import { LEFT_OUT, listOf, listTables, MAIL_LINKS, quoted, SECRET } from './tables.ts'

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
  await bookAndPay(site, await createBuyer(site), 1, nextDay())
  const link = { template: 'password-reset', recipient: 'ada@example.test', data: { resetUrl: 'https://x/#/reset/secret', name: 'Ada' } }
  await db
    .insertInto('mails')
    .values({ id: randomUUID(), key: randomUUID(), ...link, data: JSON.stringify(link.data) })
    .execute()
  const token = 'A_live-token0123456789'
  const url = `http://localhost/pay/cancel?token=${token}`
  const record = { cancel_url: url, body: JSON.stringify({ success_url: url.replace('cancel', 'return') }) }
  const lines = `${JSON.stringify([['session', 'cs_1', record]])}\n`
  const folder = cardSandboxFolder(site.deps.config.DATA_DIR, await sharedSecret(db, SANDBOX_SECRET))
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, CARD_SANDBOX_STATE), lines)
  await backUp('--to', path.join(from, 'plain.backup'))
  await restoreInto(target, to, '--from', path.join(from, 'plain.backup'))
  await rm(folder, { recursive: true })
  const journal = (await readdir(to, { recursive: true })).find((name) => name.endsWith(CARD_SANDBOX_STATE)) ?? ''
  expect(await readFile(path.join(to, journal), 'utf8')).toBe(lines.replaceAll(token, 'gone'))
  const client = new pg.Client(target)
  await client.connect()
  const theirs = (await client.query('select value from secrets')).rows
  // A new one of the card sandbox's.
  expect(theirs).toHaveLength(1)
  expect((await db.selectFrom('secrets').select('value').execute()).map(({ value }) => value)).not.toContain(theirs[0].value)
  for (const table of SECRET) if (table !== 'secrets') expect((await client.query(`select from ${table}`)).rowCount).toBe(0)
  expect((await client.query(`select from mails where data::text like '%reset/secret%'`)).rowCount).toBe(0)
  expect((await client.query(`select from mails where data ->> 'name' = 'Ada'`)).rowCount).toBe(1)
  const attempts = 'select cancel_token, params::text from payment_attempts where session_id is not null'
  const opening = (await client.query<{ cancel_token: string; params: string }>(attempts)).rows
  const tokens = new Set((await db.selectFrom('payment_attempts').select('cancel_token').execute()).map((row) => row.cancel_token))
  expect(opening.length).toBeGreaterThan(0)
  for (const { cancel_token: given, params } of opening) expect([tokens.has(given), params]).toEqual([false, '{}'])
  const secretFields = previews.flatMap(({ name, data }) => renderTemplate(name, data).secretFields ?? [])
  expect(MAIL_LINKS).toEqual([...new Set(secretFields)].toSorted())
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
  await expect(restoreInto(target, to, '--from', from, '--replace')).rejects.toThrow('has been altered')
  await rm(path.join(from, 'files', second))
  await expect(restoreInto(target, to, '--from', from, '--replace')).rejects.toThrow(
    /^Nothing was changed\. .+ is missing from the same folder\.$/,
  )
})

test('what somebody else has put beside the backups stays, and is not taken for the newest', async () => {
  const [from, to, target] = [await scratchFolder(), await scratchFolder(), await emptyDatabase()]
  vi.stubEnv('BACKUP_KEEP', '1')
  const others = ['before-upgrade.backup', 'site.backup', 'meridian-19990101T000000000Z.backup']
  for (const name of others) await writeFile(path.join(from, name), 'not one of ours')
  for (const _ of [1, 2]) await backUp('--to', from)
  expect(await readdir(from)).toEqual(expect.arrayContaining(others))
  expect((await readdir(from)).filter((name) => name.endsWith('.backup'))).toHaveLength(others.length + 1)
  expect((await restoreInto(target, to, '--from', from)).join('\n')).toContain('The backup is complete')
})

test('with a new key files are written anew, and what is not encrypted is refused', async () => {
  const [from, to, target] = [await scratchFolder(), await scratchFolder(), await emptyDatabase()]
  const key = await addFile('a picture')
  await backUp('--to', from)
  vi.stubEnv('BACKUP_KEY', KEY)
  expect((await backUp('--to', from)).join('\n')).toContain('files: 1, 1 of them written')
  const [plain = '', sealed = ''] = (await readdir(from)).filter((name) => name.endsWith('.backup')).toSorted()
  await restoreInto(target, to, '--from', path.join(from, sealed))
  expect(await readFile(path.join(to, key), 'utf8')).toBe('a picture')
  await expect(restoreInto(target, to, '--from', path.join(from, plain), '--replace')).rejects.toThrow('This backup isn’t encrypted')
  vi.stubEnv('BACKUP_KEY', '')
  await restoreInto(target, to, '--from', path.join(from, plain), '--replace')
})

test('a backup that cannot be written notes why, in an operator’s words', async () => {
  const place = path.join(await scratchFolder(), 'a file')
  await writeFile(place, '')
  await expect(backUp('--to', place)).rejects.toThrow()
  const rows = await db.selectFrom('backups').select('failure').where('place', '=', place).execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.failure).toMatch(/^Storage unavailable: .*a file: E[A-Z]+, (file already exists|not a directory) \(/)
})

test('a place that the site can’t write to is a line in the log and a failed backup at the start, once an hour', async () => {
  const folder = path.join(await scratchFolder(), 'a file')
  await writeFile(folder, '')
  const error = vi.spyOn(site.deps.log, 'error').mockReturnValue()
  onTestFinished(() => error.mockRestore())
  const deps = { ...site.deps, config: { ...site.deps.config, BACKUP_TO: folder } }
  for (const _ of [1, 2]) await tryBackupPlace(deps)
  expect(error.mock.calls.map(([, line]) => line)).toEqual(
    Array(2).fill(expect.stringContaining(`backups to BACKUP_TO will fail: Can’t write to ${folder}: E`)),
  )
  const rows = await db.selectFrom('backups').select('failure').where('place', '=', folder).execute()
  expect(rows).toEqual([{ failure: expect.stringMatching(/^Can’t write to .*a file: E/) }])
  const backupHealth = (await checkHealth(db, site.deps.now(), deps.config)).find(({ check }) => check === 'backup')
  expect(backupHealth).toMatchObject({ at: null, isLate: true })
})

test('backups are late the same night one fails, is unusable or isn’t verified as asked, until one is', async () => {
  const place = await scratchFolder()
  const config = { ...site.deps.config, BACKUP_TO: place }
  let nights = 0
  const night = async (ended: object, settings: object = {}) => {
    nights += 1
    const startedAt = new Date(Date.now() - 60 * 60_000 + nights * 60_000)
    const times = { started_at: startedAt, ended_at: startedAt }
    await db
      .insertInto('backups')
      .values({ id: randomUUID(), place, name: '', ...times, ...ended })
      .execute()
    const health = await checkHealth(db, new Date(), { ...config, ...settings })
    return health.find(({ check }) => check === 'backup')?.isLate
  }
  const made = { moment: new Date() }
  expect(await night({ ...made, proof: 'proven', proved_at: new Date() })).toBe(false)
  expect(await night({ failure: 'The disk is full.' })).toBe(true)
  expect(await night(made)).toBe(false)
  expect(await night({ ...made, proof: 'failed', proof_finding: 'A cent is missing.', proved_at: new Date() })).toBe(true)
  expect(await night(made)).toBe(true)
  expect(await night({ ...made, proof: 'proven', proved_at: new Date() })).toBe(false)
  expect(await night({ ...made, proof: 'read', proof_finding: 'No CREATEDB.', proved_at: new Date() })).toBe(true)
  expect(await night(made, { BACKUP_PROOF: 'off' })).toBe(false)
})

test('a backup that ends before it can note anything is noted as failed, once, but not beside one that is being made', async () => {
  const place = await scratchFolder()
  const note = async () => noteUnlessBegun(db, place, 60_000, 'The disk is away.')
  await unlessRunning(db, 'backup', async () => expect(await note()).toBe(false))
  expect(await findLastBegun(db, place)).toBeUndefined()
  for (const _ of [1, 2]) expect(await note()).toBe(true)
  const rows = await db.selectFrom('backups').select('failure').where('place', '=', place).execute()
  expect(rows).toEqual([{ failure: 'The disk is away.' }])
  expect(await findLastBegun(db, place)).toMatchObject({ hasFailed: true, hasEnded: true })
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
  await expect(restoreInto(target, to, '--from', bundle)).rejects.toThrow('Use --replace to overwrite it')
  vi.stubEnv('BACKUP_KEY', await generateIdentity())
  await expect(restoreInto(target, to, '--from', bundle, '--replace')).rejects.toThrow('BACKUP_KEY isn’t the key')
  vi.stubEnv('BACKUP_KEY', '')
  await expect(restoreInto(target, to, '--from', bundle, '--replace')).rejects.toThrow('This backup is encrypted')
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
  ).rejects.toThrow(/^The database wasn’t migrated/)
})
