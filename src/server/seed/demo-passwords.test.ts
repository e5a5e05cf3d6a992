import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { replacePassword } from '#server/features/accounts/password-changes.ts'
import { verifyPassword } from '#server/features/accounts/passwords.ts'
import { createSession } from '#server/features/accounts/sessions/sessions.ts'
import { createDatabase, createPool, type Database } from '#server/lib/db.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/databases.ts'

let database: TestDatabase
let db: Database
let folder: string
let said: string[]

beforeEach(async () => {
  database = await cloneDatabase(inject('postgres'))
  db = createDatabase(createPool(database.connection, 2, () => undefined))
  folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-demo-passwords-'))
  said = []
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

interface Start {
  openedBy: string | null
  DATA_DIR?: string
  isDemo?: boolean
  isDemoAdded?: boolean
  NODE_ENV?: 'production'
}

/** Prepares the database as a start does. Returns the passwords it shows, by email address. */
async function start({ DATA_DIR = folder, isDemo = false, ...settings }: Start): Promise<Record<string, string>> {
  const lines: string[] = []
  const ways = { options: database.connection, owner: database.connection }
  await prepareDatabase(ways, { ...settings, DATA_DIR, isDemo }, (line) => lines.push(line))
  said.push(...lines)
  return Object.fromEntries(
    lines.flatMap((line) => [/^ {2}(\S+@\S+) {2}(\S{20,})$/.exec(line)?.slice(1, 3) ?? []]).filter(({ length }) => length > 0),
  )
}

async function opens(email: string, password: string | undefined): Promise<boolean> {
  const { password_hash } = await db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow()
  return verifyPassword(password_hash, password ?? '')
}

const USER = 'user@example.com'
const ADMIN = 'admin@example.com'
const AWAY = { openedBy: 'HOST' }
const HOME = { openedBy: null }

test('an existing database loses its printed passwords when others may reach the site: the random ones are shown once and kept for us alone (ASVS 6.3.2)', async () => {
  const shown = await start(AWAY)
  expect(Object.keys(shown)).toEqual([USER, ADMIN])
  expect(await opens(USER, 'user1234')).toBe(false)
  expect(await opens(ADMIN, 'admin1234')).toBe(false)
  expect(await opens(USER, shown[USER])).toBe(true)
  expect(await opens(ADMIN, shown[ADMIN])).toBe(true)
  expect(shown[USER]).not.toBe(shown[ADMIN])
  const file = path.join(folder, 'demo-passwords.txt')
  expect(await readFile(file, 'utf8')).toBe(`${USER}  ${shown[USER]}\n${ADMIN}  ${shown[ADMIN]}\n`)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(said[0]).toMatch(/\(HOST\)/)

  said = []
  expect(await start(AWAY)).toEqual({})
  expect(said).toEqual([`The demo account passwords are in ${file}.`])
  expect(await opens(USER, shown[USER])).toBe(true)
})

test('back at home the printed passwords return where the random ones were ours', async () => {
  const shown = await start(AWAY)
  await replacePassword(db, ADMIN, 'lanterns on the river', new Date())
  await start(HOME)
  expect(await opens(USER, 'user1234')).toBe(true)
  expect(await opens(USER, shown[USER])).toBe(false)
  expect(await opens(ADMIN, 'lanterns on the river')).toBe(true)
  const again = await start(AWAY)
  expect(Object.keys(again)).toEqual([USER])
  expect(again[USER]).not.toBe(shown[USER])
  await start(HOME)
  expect(await opens(USER, 'user1234')).toBe(true)
})

test('a replaced password ends what it opened: sessions, links, known devices and sign-ins under way', async () => {
  await db.transaction().execute(async (trx) => {
    await createSession(trx, 'admin_1', undefined, new Date())
    const link = {
      token_hash: 'a link',
      user_id: 'admin_1',
      purpose: 'reset',
      expires_at: new Date('2099-01-01'),
      created_at: new Date(),
    } as const
    await trx.insertInto('account_links').values(link).execute()
  })
  await start(HOME)
  const goingOn = async () =>
    db.selectFrom('sessions').select('id').where('user_id', '=', 'admin_1').where('revoked_at', 'is', null).execute()
  const generation = async () =>
    (await db.selectFrom('users').select('device_generation').where('id', '=', 'admin_1').executeTakeFirstOrThrow()).device_generation
  const before = await generation()
  expect(await goingOn()).toHaveLength(1)
  await start(AWAY)
  expect(await goingOn()).toEqual([])
  expect(await generation()).toBe(before + 1)
  expect(await db.selectFrom('account_links').select('user_id').where('user_id', '=', 'admin_1').execute()).toEqual([])
})

test('when several processes start at once, one sets the passwords and all refuse the printed ones', async () => {
  const shown = await Promise.all([start(AWAY), start(AWAY), start(AWAY)])
  expect(shown.filter((each) => Object.keys(each).length === 2)).toHaveLength(1)
  expect(await opens(ADMIN, shown.find((each) => each[ADMIN])?.[ADMIN])).toBe(true)
})

test('neither a command nor another machine at home on the same database restores the printed passwords', async () => {
  const shown = await start(AWAY)
  const elsewhere = path.join(folder, 'of-another-machine')
  await start({ ...HOME, DATA_DIR: elsewhere })
  expect(await opens(USER, shown[USER])).toBe(true)
  await start({ ...HOME, isDemo: true, isDemoAdded: true })
  expect(await opens(USER, shown[USER])).toBe(true)
})

test('a data folder that has served two databases still restores the passwords of both', async () => {
  await start(AWAY)
  const other = await cloneDatabase(inject('postgres'))
  const ways = { options: other.connection, owner: other.connection }
  await prepareDatabase(ways, { ...AWAY, DATA_DIR: folder, isDemo: false })
  await other.drop()
  await start(HOME)
  expect(await opens(USER, 'user1234')).toBe(true)
  expect(await opens(ADMIN, 'admin1234')).toBe(true)
})

test('a deleted account, and one whose password an operator has set, are left alone', async () => {
  await replacePassword(db, ADMIN, 'lanterns on the river', new Date())
  await db.deleteFrom('users').where('id', '=', 'user_1').execute()
  expect(await start({ ...AWAY, isDemo: true })).toEqual({})
  expect(said).toEqual([])
  expect(await opens(ADMIN, 'lanterns on the river')).toBe(true)
})
