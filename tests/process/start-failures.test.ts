import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../support/database-url.ts'
import { administer, inDatabase } from '../support/databases.ts'
import { BUILD, cleanUp, COMMAND_LINE, createDataDir, ServerProcess } from '../support/server-process.ts'

const taken = createServer()
let takenPort = ''
let file = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    taken.listen(0, '127.0.0.1', () => resolve())
  })
  const address = taken.address()
  takenPort = String(typeof address === 'object' && address ? address.port : 0)
  file = path.join(await createDataDir(), 'a-file')
  await writeFile(file, '')
})
afterAll(async () => {
  await cleanUp()
  taken.close()
})

/** Returns the stderr lines of a start that must fail with code 1. */
async function failure(environment: Record<string, string>, ...program: string[]): Promise<string[]> {
  const server = new ServerProcess(await createDataDir(), environment, ...program)
  expect(await server.exited).toEqual({ code: 1, signal: null })
  return server.stderr.trimEnd().split('\n')
}

const external = () => ({ DATABASE_URL: databaseUrl(inject('postgres')), DEMO: '0' })

test('a port in use is named in one line with the setting that changes it', async () => {
  const lines = await failure({ ...external(), PORT: takenPort })
  expect(lines).toEqual([expect.stringMatching(`^Port ${takenPort} is already in use\\..*PORT=`)])
})

test('a card sandbox port in use is named in one line with the setting that changes it', async () => {
  const lines = await failure({ ...external(), CARD_SANDBOX_PORT: takenPort })
  expect(lines).toEqual([expect.stringMatching(`^Port ${takenPort}, for the card sandbox, is taken\\..*CARD_SANDBOX_PORT=`)])
})

test('a metrics port in use is named in one line with the setting that changes it', async () => {
  const lines = await failure({ ...external(), METRICS_PORT: takenPort })
  expect(lines).toEqual([expect.stringMatching(`^Port ${takenPort} is already in use\\..* METRICS_PORT=`)])
})

test('each invalid setting gets one line that names it', async () => {
  const lines = await failure({ PORT: 'eighty', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://localhost/meridian' })
  expect(lines.map((line) => line.split(':')[0]).sort()).toEqual(['DATABASE_URL', 'LOG_LEVEL', 'PORT'])
})

test('production without a public address is refused in one line', async () => {
  const settings = { NODE_ENV: 'production', CARD_SANDBOX: '1', MAIL_TO_FILES: '1', TRUST_PROXY: '0' }
  expect(await failure(settings)).toEqual([expect.stringMatching(/^PUBLIC_URL: /)])
})

test('an invalid file of synonyms gets one line that names it and its entry, before anything is started', async () => {
  const synonyms = path.join(path.dirname(file), 'synonyms.json')
  await writeFile(synonyms, '[{ "words": ["kids"], "find": ["family holiday"] }]')
  const line = expect.stringMatching(/^SYNONYMS_FILE: .+synonyms\.json, entry 1 .+“family holiday”/)
  expect(await failure({ SYNONYMS_FILE: synonyms, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' })).toEqual([line])
})

test('a data folder that cannot be created is named in one line', async () => {
  const folder = path.join(file, 'data')
  expect(await failure({ DATA_DIR: folder })).toEqual([expect.stringContaining(folder)])
  expect(await failure({ ...external(), DATA_DIR: folder })).toEqual([expect.stringContaining(folder)])
})

test.each([
  ['at a closed port', () => 'postgres://nobody@127.0.0.1:1/meridian'],
  ['at a closed port of a name with two addresses', () => 'postgres://nobody@localhost:1/meridian'],
  ['that does not exist on its server', () => databaseUrl(inDatabase(inject('postgres'), 'there_is_none'))],
])('a database %s is reported in one line that names DATABASE_URL', async (_where, url) => {
  const lines = await failure({ DATABASE_URL: url() })
  expect(lines).toEqual([expect.stringMatching(/^Can’t connect to the database in DATABASE_URL: .+/)])
})

test.each([
  ['the TLS that it lacks', () => `${databaseUrl(inject('postgres'))}&sslmode=verify-full`, {}, 'DATABASE_URL: .* sslmode'],
  [
    'an owner that it doesn’t know',
    () => databaseUrl(inject('postgres')),
    { DATABASE_MIGRATION_URL: () => databaseUrl({ ...inject('postgres'), user: 'no_owner' }) },
    'DATABASE_MIGRATION_URL: ',
  ],
])('a server asked for %s is reported in one line that names the setting', async (_what, url, more, names) => {
  const others = Object.fromEntries(Object.entries(more).map(([name, value]) => [name, value()]))
  const lines = await failure({ DATABASE_URL: url(), ...others })
  expect(lines).toEqual([expect.stringMatching(`^Can’t connect to the database in ${names}`)])
})

test('a role that may not create tables is reported in one line that names DATABASE_MIGRATION_URL', async () => {
  const name = `rights_${randomUUID().replaceAll('-', '')}`
  const postgres = inject('postgres')
  await administer(postgres, `create role ${name} login`, `create database ${name}`)
  onTestFinished(async () => administer(postgres, `drop database ${name} with (force)`, `drop role ${name}`))
  const poor = new URL(databaseUrl(inDatabase(postgres, name)))
  poor.searchParams.set('user', name)
  const line = (setting: string) => [
    expect.stringMatching(`^The role in ${setting} can’t set up the tables: permission denied .+ the role that owns`),
  ]
  expect(await failure({ DATABASE_URL: poor.href, DEMO: '0' })).toEqual(line('DATABASE_URL'))
  expect(await failure({ DATABASE_URL: databaseUrl(inDatabase(postgres, name)), DATABASE_MIGRATION_URL: poor.href })).toEqual(
    line('DATABASE_MIGRATION_URL'),
  )
})

test.each([BUILD, COMMAND_LINE])('%s refuses a Node that is too old for it in one line', async (program) => {
  const pretended = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`
  const lines = await failure({}, '--import', `data:text/javascript,${encodeURIComponent(pretended)}`, program)
  expect(lines).toEqual([expect.stringMatching(/^Meridian needs Node \S+ or newer; this is 20\.20\.2\./)])
})
