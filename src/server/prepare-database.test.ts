import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { replacePassword } from '#server/features/accounts/commands.ts'
import { verifyPassword } from '#server/features/accounts/passwords.ts'
import { administer, cloneDatabase, inDatabase, type TestDatabase } from '../../tests/support/databases.ts'
import { ConfigError } from './config.ts'
import { createDatabase, createPool, type ConnectionOptions, type Database } from './lib/db.ts'
import { prepareDatabase } from './prepare-database.ts'

const EMPTY = 'prepare_database_test'
const PRODUCTION = { NODE_ENV: 'production' } as const
let demo: TestDatabase
const empty = inDatabase(inject('postgres'), EMPTY)

beforeAll(async () => {
  demo = await cloneDatabase(inject('postgres'))
  await administer(inject('postgres'), `drop database if exists ${EMPTY} with (force)`, `create database ${EMPTY}`)
})
afterAll(async () => {
  await demo.drop()
  await administer(inject('postgres'), `drop database if exists ${EMPTY} with (force)`)
})

async function using<T>(connection: ConnectionOptions, work: (db: Database) => Promise<T>): Promise<T> {
  const db = createDatabase(createPool(connection, 1, () => undefined))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

test('production does not start on accounts whose passwords everybody can read, until each has another', async () => {
  const start = async () => prepareDatabase(demo.connection, { isDemo: false, ...PRODUCTION })
  const refused = await start().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message.split('\n')).toEqual([
    'user@example.com has a published password: npm run set-password -- --email user@example.com',
    'admin@example.com has a published password: npm run set-password -- --email admin@example.com',
  ])
  await using(demo.connection, async (db) => {
    await replacePassword(db, 'User@Example.com', 'a password of our own', new Date())
    await db.deleteFrom('users').where('id', '=', 'admin_1').execute()
  })
  await expect(start()).resolves.toBeUndefined()
})

test('a demo in production gets passwords of its own, which are said once', async () => {
  const said: string[] = []
  await prepareDatabase(empty, { isDemo: true, ...PRODUCTION }, (line) => said.push(line))
  await prepareDatabase(empty, { isDemo: true, ...PRODUCTION }, (line) => said.push(line))
  const told = said.flatMap((line) => /^ {2}(\S+@\S+) {2}(\S{20,})$/.exec(line)?.slice(1, 3) ?? [])
  expect(told).toHaveLength(4)
  const [email = '', password = ''] = told
  await using(empty, async (db) => {
    const { password_hash } = await db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow()
    expect(await verifyPassword(password_hash, password)).toBe(true)
  })
})
