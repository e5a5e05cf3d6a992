import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../embedded-postgres/launcher.ts'
import { projectRoot } from '../../src/server/config/root.ts'
import { databaseUrl } from '../support/database-url.ts'
import { cloneDatabase } from '../support/databases.ts'
import { startCommand, type Ended } from '../support/run-commands.ts'
import { COMMAND_LINE, COMPILED } from '../support/server-process.ts'

const isRoot = process.getuid?.() === 0
/** As root, PostgreSQL runs under an account that can't enter this folder, and the launcher says where it keeps the database instead. */
const closed = await mkdtemp(path.join(os.tmpdir(), 'meridian-closed-'))
const env = { DATA_DIR: path.join(closed, 'data') }
const ELSEWHERE = /so the database is in \/var\/lib\/meridian\/postgres-[\da-f]{12}\.\n/

let first: Ended
let server: EmbeddedPostgres
let reference: string

beforeAll(async () => {
  first = await startCommand(['ledger', 'trial-balance', '--json'], { env })
  await startCommand(['generate', '--tours', '1', '--people', '1', '--bookings', '1', '--seed', '7'], { env })
  const dataDir = path.join(env.DATA_DIR, 'postgres')
  server = await startEmbeddedPostgres({ dataDir, projectName: 'meridian', database: 'meridian', log: () => undefined })
  const client = new pg.Client({ host: server.socketDir, port: server.port, user: server.user, database: server.database })
  await client.connect()
  const posted = 'select reference from bookings where id in (select booking_id from postings) limit 1'
  reference = (await client.query<{ reference: string }>(posted)).rows[0]?.reference ?? ''
  await client.end()
})
afterAll(async () => {
  await server.stop()
  const home = path.dirname(server.socketDir)
  for (const folder of [closed, ...(home.startsWith('/var/lib/meridian/') ? [home] : [])])
    await rm(folder, { recursive: true, force: true })
})

test('the first command prints JSON alone on standard output while it creates the embedded database', () => {
  expect(first).toMatchObject({ code: 0, stdout: '[]\n' })
  expect(first.stderr).toContain('Creating the database (first run only')
})

/** Each command that takes --json, with part of what it prints. BOOKING is the reference of a booking with entries. */
const WITH_JSON = [
  ['doctor', { about: 'settings', state: 'ok' }],
  ['ledger -- trial-balance', { account: expect.any(String) }],
  ['ledger -- trial-balance --on 2099-01-01', { account: expect.any(String) }],
  ['ledger -- journal --booking BOOKING', { kind: expect.any(String) }],
] as const

test.each(WITH_JSON)('%s prints JSON alone on standard output, whatever the embedded database reports', async (line, item) => {
  const args = line.replace(' --', '').replace('BOOKING', reference).split(' ')
  const { stdout, stderr } = await startCommand([...args, '--json'], { env })
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining(item))
  expect(stdout).toMatch(/^[^\n]+\n$/)
  if (line !== 'doctor') expect(ELSEWHERE.test(stderr)).toBe(isRoot)
})

test('the test above covers every usage with --json', async () => {
  const { stderr } = await startCommand([])
  const usages = stderr.split('\n').filter((line) => line.includes('--json]'))
  const named = usages.map((line) => /npm run (\w+(?: -- [a-z-]+)?)/.exec(line)?.[1])
  expect(new Set(named)).toEqual(new Set(WITH_JSON.map(([line]) => line.replace(/ --\w.*/, ''))))
})

test('npm run --silent adds nothing to the JSON', () => {
  const args = ['run', '--silent', '--ignore-scripts', 'ledger', '--', 'trial-balance', '--json']
  const { status, stdout } = spawnSync('npm', args, {
    cwd: projectRoot,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', ...env },
  })
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ account: expect.any(String) }))
})

/** Runs a line of the shell in which `$0 $1` is the program. */
function inShell(line: string, url: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', line, process.execPath, COMMAND_LINE], {
    cwd: projectRoot,
    encoding: 'utf8',
    // With a socket as its input, Bash would read its user's settings.
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...COMPILED, DATABASE_URL: url, CARD_SANDBOX_PORT: '0' },
  })
  return { status, stdout, stderr }
}

test.each([
  ['head ends before the command', '"$0" "$1" audit list | true; exit ${PIPESTATUS[0]}', 0, ''],
  ['head reads one line of many', '"$0" "$1" --help 2>&1 | head -1; exit $((PIPESTATUS[0] != 1))', 0, ''],
  [
    'a failed command cannot be heard',
    '"$0" "$1" tasks show 5b0e6d1c | true; exit ${PIPESTATUS[0]}',
    1,
    'No task 5b0e6d1c. Use its ID or a unique start of it.\n',
  ],
  ['standard error is closed too', '"$0" "$1" tasks show 5b0e6d1c 2>&1 | true; exit ${PIPESTATUS[0]}', 1, ''],
  ['the disk is full', '"$0" "$1" audit list > /dev/full', 1, 'Can’t write the output: ENOSPC: no space left on device, write\n'],
])('a command ends without a stack when %s', async (_, line, status, stderr) => {
  const { connection, drop } = await cloneDatabase(inject('postgres'))
  try {
    expect(inShell(line, databaseUrl(connection))).toMatchObject({ status, stderr })
  } finally {
    await drop()
  }
})
