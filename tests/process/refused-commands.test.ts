import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { projectRoot } from '../../src/server/config/root.ts'
import { commandsOn, type Ended } from '../support/run-commands.ts'
import { GENERATOR } from '../support/server-process.ts'
import { cloneDatabase } from '../support/databases.ts'

const { connection, drop } = await cloneDatabase(inject('postgres'))
const { run, start } = commandsOn(connection)

afterEach(() => vi.unstubAllEnvs())
afterAll(drop)

test.each(['start', 'constructor'])('%s is not a command: one line says so and names all that are', async (name) => {
  const { code, stdout, stderr } = await run([name])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(
    new RegExp(`^No command ${name}\\. Use one of: accounts, audit, backup, .*tasks; with --help it shows its usage\\.\n$`),
  )
})

test('without a command all are listed with their usage', async () => {
  const { code, stderr } = await run([])
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^Usage:\n {2}npm run audit -- list [^]*\nUsage: npm run create-admin .*\nUsage:\n {2}npm run ledger -- trial-balance [^]*\nUsage:\n {2}npm run mails -- failed\n[^]*\nUsage:\n {2}npm run quotes -- list/,
  )
})

test('--help is not an error', async () => {
  const { code, stdout } = await start(['tasks', '--help'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Usage:\n {2}npm run tasks -- list\n/)
})

test.each([
  [['create-admin', '--email', 'ada@example.test'], 'Missing email address or name.'],
  [['quotes', 'list', '--status', 'lost'], 'Unknown status lost'],
  [['mails', 'resend', '5b0e6d1c'], 'Missing email ID'],
  [['staff', 'fire', 'ada@example.test'], 'Missing command. Use one of: list, role, disable, enable, reset-factor.'],
  [['staff', 'disable'], 'Missing email address'],
  [['staff', 'role', 'ada@example.test', 'boss'], 'Missing role'],
  [['mails', 'shred'], 'Missing command. Use one of: failed, send, resend, find, export, erase.'],
  [['mails', 'find'], 'Missing --address'],
  [['mails', 'export', '--address', 'ada@example.test'], 'Missing --to'],
  [['mails', 'erase', '--address', 'ada@example.test'], 'This can’t be undone.'],
  [['reconcile', '--days', '0'], '--days must be 1 to 90.'],
  [['tasks', 'close', '5b0e6d1c'], 'Missing --outcome: how was it resolved?'],
  [['tasks', 'close', '5b0e6d1c', '--outcome', 'Paid'], 'Missing --by: whose decision is it?'],
  [['tasks', 'assign', '5b0e6d1c', '--to', 'ada@example.test'], 'Missing --by: whose decision is it?'],
  [['tasks', 'retry', '5b0e6d1c'], 'Missing --by: whose decision is it?'],
  [['tasks', 'confirm', '5b0e6d1c'], 'Missing --by: whose decision is it?'],
  [['tasks', 'refund', '5b0e6d1c'], 'Missing --by: whose decision is it?'],
  [['tasks', 'settle', '5b0e6d1c', '--by', 'ada@example.test'], 'Missing --reference: how was it paid?'],
  [['tasks', 'settle', '5b0e6d1c', '--reference', 'Transfer 4711'], 'Missing --by: whose decision is it?'],
  [['tasks', 'keep', '5b0e6d1c'], 'Missing --by: whose decision is it?'],
  [['tasks', 'withdraw', '5b0e6d1c'], 'Missing --by: whose decision is it?'],
  [['tasks', 'take-up', '5b0e6d1c', '--by', 'ada@example.test'], 'Missing --reference: which booking is it for?'],
  [['tasks', 'take-up', '5b0e6d1c', '--reference', 'M-NONE'], 'Missing --by: whose decision is it?'],
  [['audit'], 'Missing command. Use: list.'],
  [['audit', 'list', '--limit', '101'], 'limit must be a whole number from 1 to 100'],
  [['audit', 'list', '--action', 'quote.eaten'], 'Unknown action'],
  [
    ['tasks', 'shred', '5b0e6d1c'],
    'Missing command. Use one of: list, show, assign, close, retry, settle, confirm, refund, keep, withdraw, same, other, take-up.',
  ],
  [['quotes', 'approve'], 'Missing quote.'],
  [['restore', '--frm', 'site.backup'], "Unknown option '--frm'"],
])('%j is refused with what is wrong and its usage', async (args, message) => {
  expectRefusal(await run(args), message)
})

test.each([
  [[], 'Missing amount'],
  [['--tours', 'many'], '--tours: must be a whole number'],
  [['--tours', '0', '--bookings', '5'], 'Bookings need tours and people.'],
])('the generator refuses %j with what is wrong and its usage', async (args, message) => {
  expectRefusal(await start(args, { program: GENERATOR }), message)
})

test.each([
  [['create-admin', '--email', 'ada@example.test', '--name', 'Ada'], 'Staff passwords must be at least 12 characters'],
  [['set-password'], 'Missing --email.'],
  [['files', 'copy'], 'Missing command. Use: move.'],
])('the program refuses %j, and ends with 1', async (args, message) => {
  expectRefusal(await start(args, { input: '12345' }), message)
})

function expectRefusal({ code, stdout, stderr }: Ended, message: string): void {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(new RegExp(`^${message.replaceAll('?', '\\?')}.*\nUsage:`))
}

test.each([
  [['quotes', 'approve', 'M-NONE'], /^No quote M-NONE\./],
  [['staff', 'disable', 'eve@example.test'], /^No account with email eve@example\.test\./],
  [['tasks', 'show', '5b0e6d1c'], /^No task 5b0e6d1c\./],
  [['tasks', 'retry', '5b0e6d1c', '--by', 'ada@example.test'], /^No task 5b0e6d1c\./],
  [['tasks', 'refund', '5b0e6d1c', '--by', 'ada@example.test'], /^No task 5b0e6d1c\./],
  [['audit', 'list', '--actor', 'nobody@example.test'], /^No account with email nobody@example\.test\./],
  [['ledger', 'journal', '--booking', 'M-UNKNOWN0', '--json'], /^No booking M-UNKNOWN0\./],
  [['restore', '--from', '/dev/null/nights'], /ENOTDIR/],
  [['restore', '--from', projectRoot], /^No backups in /],
  [['backup', '--to', '/dev/null'], /^Storage unavailable: \/dev\/null: E/],
  [['backup', '--to', '/dev/null/site.backup'], /^Storage unavailable: \/dev\/null: E/],
  [['mails', 'export', '--address', 'ada@example.test', '--to', projectRoot], /^Can’t write the copy: EEXIST: [^\n]+$/m],
])('%j fails in its work with one line and without the usage', async (args, message) => {
  const { code, stdout, stderr } = await run(args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(message)
  expect(stderr).toMatch(/^[^\n]+\n$/)
})

test('the program reports a broken backup in one line, without the usage or a stack', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-broken-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  const file = path.join(folder, 'site.backup')
  await writeFile(file, 'not a backup')
  expect(await start(['restore', '--from', file])).toEqual({
    code: 1,
    stdout: 'Reading site.backup…\n',
    stderr: expect.stringMatching(/^Nothing was changed\. site\.backup: The file is truncated or corrupt: [^\n]+\n$/),
  })
})

test('a database that cannot be reached is reported in one line that names DATABASE_URL', async () => {
  const { code, stderr } = await start(['quotes', 'list'], { url: 'postgres://nobody@127.0.0.1:1/meridian' })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Can’t connect to the database in DATABASE_URL: .+\n$/)
})
