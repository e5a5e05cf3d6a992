import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../packages/embedded-postgres/launcher.ts'
import { projectRoot } from '../../src/server/config/root.ts'
import { databaseUrl } from '../support/database-url.ts'
import { administer, cloneDatabase, inDatabase } from '../support/databases.ts'
import { startCommand, type Ended } from '../support/run-commands.ts'
import { COMMAND_LINE, COMPILED, GENERATOR } from '../support/server-process.ts'

const isRoot = process.getuid?.() === 0
/** As root, PostgreSQL runs under an account that can't enter this folder, and the launcher says where it keeps the database instead. */
const closed = await mkdtemp(path.join(os.tmpdir(), 'meridian-closed-'))
const env = { DATA_DIR: path.join(closed, 'data') }
const ELSEWHERE = /so the database is in \/var\/lib\/meridian\/postgres-[\da-f]{12}\.\n/

let refused: Ended
let created: string[]
let server: EmbeddedPostgres
let reference: string

beforeAll(async () => {
  refused = await startCommand(['ledger', 'trial-balance', '--json'], { env })
  created = await readdir(closed)
  await startCommand(['--tours', '1', '--people', '1', '--bookings', '1', '--seed', '7'], { env, program: GENERATOR })
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

test('a command refuses in one line, and creates nothing, where its settings name no database', () => {
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr: `No database: DATABASE_URL isn’t set and DATA_DIR is ${env.DATA_DIR}, which holds none. Use the site’s settings (under systemd: ops/meridian and the command), or run npm start first to create it.\n`,
  })
  expect(created).toEqual([])
})

test.each([
  ['create-admin', 'ada@example.com', 'Ada Lovelace'],
  ['tasks', 'list'],
  ['backup', '--to', 'site.backup'],
  ['ledger', 'contract'],
  ['go-live', '--old-site-is-off'],
])('%s %s refuses to create a database', async (...args) => {
  const home = path.join(closed, 'none')
  const { code, stderr } = await startCommand(args, { env: { DATA_DIR: home }, input: 'a long staff password 7\n' })
  expect(code).toBe(1)
  expect(stderr).toContain(`DATA_DIR is ${home}, which holds none`)
  expect(existsSync(home)).toBe(false)
})

test('a command refuses to set up an empty database', async () => {
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  const postgres = inject('postgres')
  await administer(postgres, `create database ${name}`)
  try {
    const { code, stderr } = await startCommand(['tasks', 'list'], { url: databaseUrl(inDatabase(postgres, name)) })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'The database is empty. Check DATABASE_URL and DATA_DIR, or run npm start first to set it up.\n',
    })
  } finally {
    await administer(postgres, `drop database ${name} with (force)`)
  }
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

/** A checkout with a program that prints what it was given, run as this account with a file of settings. */
async function asTheService(lines: string[], args: string[], { account = os.userInfo().username, shell = {} } = {}) {
  const place = await mkdtemp(path.join(os.tmpdir(), 'meridian-service-'))
  try {
    await mkdir(path.join(place, 'ops'))
    await mkdir(path.join(place, 'node_modules/.bin'), { recursive: true })
    await mkdir(path.join(place, 'dist/server/src/server'), { recursive: true })
    await symlink(process.execPath, path.join(place, 'node_modules/.bin/node'))
    await copyFile(path.join(projectRoot, 'ops/meridian'), path.join(place, 'ops/meridian'))
    const program = 'console.log(JSON.stringify({ args: process.argv.slice(2), folder: process.cwd(), settings: process.env }))'
    await writeFile(path.join(place, 'dist/server/src/server/cli.js'), program)
    await writeFile(path.join(place, 'settings.env'), lines.join('\n'), { mode: 0o600 })
    const own = { PATH: process.env['PATH'], ...shell, MERIDIAN_USER: account, MERIDIAN_ENV: path.join(place, 'settings.env') }
    const { status, stdout, stderr } = spawnSync(path.join(place, 'ops/meridian'), args, { encoding: 'utf8', env: own })
    return { place, status, stdout, stderr, isTouched: existsSync(path.join(place, 'touched')) }
  } finally {
    await rm(place, { recursive: true })
  }
}

test('ops/meridian runs a command in the checkout with the service’s settings, read as systemd reads them', async () => {
  const lines = [
    '# settings',
    'MAIL_FROM=Meridian <hello@example.com>',
    'SMTP_URL = smtp://user:p$HOME`touch touched`@example.com',
    '; DATA_DIR=/nowhere',
    'BACKUP_TO="/mnt/my backups"',
    "SESSION_SECRET='$(touch touched); touch touched'  ",
    'not a setting',
    '',
    'DATABASE_URL=postgres://site:a=b@localhost/meridian',
  ]
  const shell = { DATABASE_URL: 'postgres://localhost/other', DEMO: '1' }
  const { place, status, stdout, stderr, isTouched } = await asTheService(lines, ['create-admin', 'ada@example.com', 'Ada Lovelace'], {
    shell,
  })
  expect({ status, stderr, isTouched }).toEqual({ status: 0, stderr: '', isTouched: false })
  const { args, folder, settings } = JSON.parse(stdout) as { args: string[]; folder: string; settings: Record<string, string> }
  expect({ args, folder }).toEqual({ args: ['create-admin', 'ada@example.com', 'Ada Lovelace'], folder: place })
  expect(settings).toMatchObject({
    NODE_ENV: 'production',
    DATA_DIR: '/var/lib/meridian',
    MAIL_FROM: 'Meridian <hello@example.com>',
    SMTP_URL: 'smtp://user:p$HOME`touch touched`@example.com',
    BACKUP_TO: '/mnt/my backups',
    SESSION_SECRET: '$(touch touched); touch touched',
    DATABASE_URL: 'postgres://site:a=b@localhost/meridian',
  })
  expect(settings).not.toHaveProperty('DEMO')
})

test('ops/meridian says what to do where the service’s account does not exist or may not be used', async () => {
  const { status, stdout, stderr } = await asTheService([], ['tasks', 'list'], { account: 'no-such-account' })
  const says = isRoot
    ? 'No account no-such-account (docs/installing.md).'
    : 'Run this as root or as no-such-account: sudo ops/meridian tasks list'
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: `${says}\n` })
})
