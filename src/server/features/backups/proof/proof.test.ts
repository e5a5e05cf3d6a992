import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { bookAndPay, createBuyer, nextDay } from '../../../../../tests/support/buyers.ts'
import { commandLineOf } from '../../../../../tests/support/command-line.ts'
import { databaseUrl } from '../../../../../tests/support/database-url.ts'
import { scratchFolder } from '../../../../../tests/support/restored-sites.ts'
import { createTestApp } from '../../../../../tests/support/test-app.ts'
import { proveAll } from '../../../../../tests/support/proofs.ts'

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

async function addFile(): Promise<string> {
  const { id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  const name = '5b/5b0e0000-0000-4000-8000-000000000001.webp'
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
})
