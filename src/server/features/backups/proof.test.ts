import { randomUUID } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { prove } from '#server/cli/backup-proof.ts'
import { backup, withBackupDeps } from '#server/cli/backup.ts'
import { doctor } from '#server/cli/doctor.ts'
import { loadProcessConfig } from '#server/config.ts'
import { connectExisting } from '#server/connection.ts'
import { TIGHT_BYTES } from '#server/lib/data-folder.ts'
import { bookAndPay, createBuyer, nextDay } from '../../../../tests/support/buyers.ts'
import { commandLineOf, ownerOf } from '../../../../tests/support/command-line.ts'
import { databaseUrl } from '../../../../tests/support/database-url.ts'
import { proveAll } from '../../../../tests/support/proofs.ts'
import { scratchFolder } from '../../../../tests/support/restored-sites.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { backUpTo } from './making.ts'
import { inScratch, NoScratchError } from './proof.ts'

const site = await createTestApp()
afterAll(async () => site.close())
const { db, files } = site.deps

beforeEach(() => commandLineOf(site))

/** Backs up as the site does each night, and returns what was found of it. */
async function night(store: string) {
  await backup.run(['--to', store, '--nightly'], () => undefined).catch(() => undefined)
  return db
    .selectFrom('backups')
    .select(['proof', 'proof_finding', 'failure'])
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** The files that a place is known to have. */
async function listKept(store: string): Promise<string[]> {
  return (await db.selectFrom('backup_files').select('key').where('place', '=', store).execute()).map(({ key }) => key)
}

async function addFile(): Promise<string> {
  const { id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  const name = '5b/5b0e0000-0000-4000-8000-000000000001.webp'
  await db.deleteFrom('avatars').execute()
  await db.insertInto('avatars').values({ id: '5b0e0000-0000-4000-8000-000000000001', user_id: id, path: name, bytes: 5 }).execute()
  await files.write(`avatars/${name}`, { bytes: 5, open: async () => Readable.from([Buffer.from('photo')]) })
  return name
}

/** Changes rows as only a fault could. */
async function plant(table: string, change: string): Promise<void> {
  await site.asOwner(`alter table ${table} disable trigger user`, change, `alter table ${table} enable trigger user`)
}

/** Leaves a scratch database as a killed proof does. Returns whether it is there still. */
async function leaveScratch(): Promise<() => Promise<boolean>> {
  const { rows } = await sql<{ name: string }>`
    select 'meridian_proof_' || oid as name from pg_database where datname = current_database()`.execute(db)
  const name = rows[0]?.name ?? ''
  await site.asOwner(`create database ${name}`)
  return async () => (await sql`select from pg_database where datname = ${name}`.execute(db)).rows.length > 0
}

test('a backup of sound books is proven; a cent, a seat or a file that is not there makes it of no use', { timeout: 300_000 }, async () => {
  const store = await scratchFolder()
  const booking = await bookAndPay(site, await createBuyer(site), 2, nextDay())
  const file = await addFile()
  await proveAll(site)
  const left = await leaveScratch()
  expect(await night(store)).toEqual({ proof: 'proven', proof_finding: null, failure: null })

  expect(await left()).toBe(false)

  const cents = (by: number) => `update payments set amount_cents = amount_cents + ${by} where booking_id = '${booking.id}'`
  await plant('payments', cents(1))
  expect((await night(store)).proof_finding).toMatch(/lines of 218000, total 218001|\$2,180\.01; at the card provider it is \$2,180\.00/)
  await plant('payments', cents(-1))
  expect(await listKept(store)).toEqual([`files/avatars/${file}`])

  const seats = (by: number) => `update departures set seats_taken = seats_taken + ${by} where departs_on = '${booking.travelDate}'`
  await site.asOwner(seats(-1))
  expect((await night(store)).proof_finding).toContain('1 seats taken, 2 in bookings')
  await site.asOwner(seats(1))

  await rm(path.join(site.deps.config.DATA_DIR, 'avatars', file))
  await rm(path.join(store, 'files/avatars', file))
  expect((await night(store)).proof_finding).toContain(`the file avatars/${file} is missing`)
  expect((await readdir(store)).filter((name) => name.endsWith('.backup'))).toHaveLength(4)
})

test('without the right to create a database a backup is read in full, and is not called proven', async () => {
  const store = await scratchFolder()
  const role = `meridian_test_${randomUUID().replaceAll('-', '')}`
  await site.asOwner(
    `create role ${role} login`,
    `grant pg_read_all_data to ${role}`,
    `grant insert, update, delete on backups, backup_files, secrets to ${role}`,
  )
  onTestFinished(async () => site.asOwner(`drop owned by ${role}`, `drop role ${role}`))
  vi.stubEnv(
    'DATABASE_MIGRATION_URL',
    databaseUrl({ ...(site.connection as { host: string; port: number; database: string }), user: role }),
  )
  await db.deleteFrom('avatars').execute()
  expect(await night(store)).toEqual({ proof: 'read', proof_finding: expect.stringContaining('CREATEDB'), failure: null })
  await expect(backup.run(['--to', store, '--prove'], () => undefined)).rejects.toThrow(/was read in full but not verified: .*CREATEDB/)
  vi.stubEnv('BACKUP_TO', store)
  const said: string[] = []
  await doctor.run(['--json'], (line) => said.push(line))
  process.exitCode = undefined
  const findings = JSON.parse(said.join('')) as { about: string; state: string; says: string; remedy?: string }[]
  const createdb = { state: 'warning', remedy: expect.stringContaining(`alter role ${role} createdb;`) }
  expect(findings).toContainEqual(expect.objectContaining({ about: 'backup proof', ...createdb }))
  const late = {
    state: 'fault',
    says: expect.stringMatching(/^The last backup wasn’t verified: .*CREATEDB.* No backup has been verified yet\.$/),
  }
  expect(findings).toContainEqual(expect.objectContaining({ about: 'backup', ...late }))
})

test('a card provider that is away is no fault of the backup, nor does it make files be written anew', async () => {
  const store = await scratchFolder()
  await addFile()
  await site.cards.tell('faults', { route: 'GET /v1/events', kind: '500', count: 100 })
  const found = await night(store)
  await site.cards.tell('faults/clear')
  expect(found).toEqual({
    proof: 'read',
    proof_finding: expect.stringMatching(
      /^It was restored and its books agree\. It couldn’t be reconciled with the card provider: undelivered events: [^.]+\.$/,
    ),
    failure: null,
  })
  expect(await listKept(store)).toHaveLength(1)
})

test('a file that was deleted while the backup was made is not missed, one that is broken is written anew', async () => {
  const store = await scratchFolder()
  const file = await addFile()
  await rm(path.join(site.deps.config.DATA_DIR, 'avatars', file))
  await withBackupDeps(await connectExisting(loadProcessConfig()), loadProcessConfig(), async (deps) => {
    const { id, bundle } = await backUpTo(deps, store, new Date(), () => undefined)
    await db.deleteFrom('avatars').execute()
    const said: string[] = []
    await prove(deps, { id, bundle, to: store, isRestored: true }, (line) => said.push(line))
    expect(said.join()).toMatch(/Verified: restored, and the books agree \(\d+ s\)\./)
  })

  await addFile()
  await backup.run(['--to', store], () => undefined)
  await writeFile(path.join(store, 'files/avatars', file), 'broken')
  expect((await night(store)).proof_finding).toBe(`files/avatars/${file} in the same folder has been altered.`)
  expect(await listKept(store)).toEqual([])
  expect((await night(store)).proof).toBe('proven')
})

test('with BACKUP_PROOF=off a backup is only read in full', async () => {
  vi.stubEnv('BACKUP_PROOF', 'off')
  expect(await night(await scratchFolder())).toEqual({ proof: 'read', proof_finding: 'BACKUP_PROOF is off.', failure: null })
})

test('no second copy is made where the disk has no room for it and what belongs to it', async () => {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  const needed = 2 * (rows[0]?.bytes ?? 0) + TIGHT_BYTES
  const tryWith = async (free: number) => inScratch({ owner: ownerOf(site), findFree: async () => free }, async () => 'there')
  await expect(tryWith(needed - 1_000_000)).rejects.toThrow(
    new NoScratchError('There isn’t enough space for a second copy of the database.'),
  )
  expect(await tryWith(needed + 100_000_000)).toBe('there')
})
