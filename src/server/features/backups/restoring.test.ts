import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { createDeps } from '#server/create-deps.ts'
import { type ConnectionOptions, databaseOn, openClient } from '#server/lib/db.ts'
import { holdMigrations } from '#server/lib/migrate.ts'
import { commandLineOf, ownerOf } from '../../../../tests/support/command-line.ts'
import { emptyDatabase, restoreInto, scratchFolder } from '../../../../tests/support/restored-sites.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const site = await createTestApp()
afterAll(async () => site.close())

/** Holds migrations as a process does that migrates or restores. */
async function holdIn(owner: ConnectionOptions) {
  const client = await openClient(owner, 'test')
  let isOpen = true
  const letGo = async () => {
    if (isOpen) await client.end()
    isOpen = false
  }
  onTestFinished(letGo)
  // Neither a site nor a command.
  await client.query(`set application_name = 'another'`)
  await holdMigrations(databaseOn(client))
  const countWaiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`.execute(databaseOn(client))
    return rows[0]?.count
  }
  return { client, letGo, countWaiting }
}

test('a site that came while the restore waited for its turn is seen, and nothing is changed', async () => {
  commandLineOf(site)
  const [from, to, target] = [await scratchFolder(), await scratchFolder(), await emptyDatabase()]
  const bundle = path.join(from, 'a.backup')
  await backup.run(['--to', bundle], () => undefined)
  const { letGo, countWaiting } = await holdIn(target)
  const restored = restoreInto(target, to, '--from', bundle).then(
    () => 'restored',
    (error: Error) => error.message,
  )
  await expect.poll(countWaiting).toBe(1)
  const newcomer = await openClient(target, 'site')
  await letGo()
  expect(await restored).toContain('A site or a command is running on this database')
  const { rows } = await newcomer.query(`select to_regclass('users') as users`)
  await newcomer.end()
  expect(rows).toEqual([{ users: null }])
})

test('a site that starts during a restore asks whether it is a copy only when that has ended', async () => {
  const { client, letGo, countWaiting } = await holdIn(ownerOf(site))
  const starting = createDeps(site.deps.config, site.connection, { log: site.app.log, sandboxPort: () => undefined, sandboxSecret: 'x' })
  await expect.poll(countWaiting).toBe(1)
  await client.query(`insert into restored_copy (backup_id, backup_moment) values ('00000000-0000-4000-8000-000000000000', now())`)
  await letGo()
  const { deps, stop } = await starting
  expect(await deps.copy.isCopy()).toBe(true)
  await stop()
})
