import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { startCardSandbox } from '../../packages/card-sandbox/sandbox.ts'
import { createControl, createStripe, sessionParams } from '../../packages/card-sandbox/test-support.ts'
import { prepareDatabase } from '../../src/server/prepare-database.ts'
import { commandsOn } from '../support/run-commands.ts'
import { GENERATOR } from '../support/server-process.ts'
import { administer, asSite, inDatabase } from '../support/databases.ts'

const DATABASE = 'process_test_of_commands'
const { run, start } = commandsOn(inDatabase(inject('postgres'), DATABASE))

beforeAll(async () => {
  await administer(inject('postgres'), `drop database if exists ${DATABASE} with (force)`, `create database ${DATABASE}`)
  const owner = inDatabase(inject('postgres'), DATABASE)
  await prepareDatabase({ owner, options: asSite(owner) }, { isDemo: false })
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => administer(inject('postgres'), `drop database if exists ${DATABASE} with (force)`))

test('an administrator is created on a database without accounts, once', async () => {
  const args = ['create-admin', '--email', 'ada@example.test', '--name', 'Ada Lovelace']
  const first = await start(args, { input: 'a long password\n' })
  expect(first).toEqual({ code: 0, stdout: 'ada@example.test is now an administrator.\n', stderr: '' })
  const again = await start(args, { input: 'a long password\n' })
  expect(again.stdout).toContain('ada@example.test already existed and is now an administrator')
})

test('staff are listed, given a role, disabled and enabled; the last administrator stays, and a common password is refused', async () => {
  const ben = ['create-admin', 'ben@example.test', 'Ben']
  expect((await start(ben, { input: 'dragondragon\n' })).stderr).toMatch(/^This password is too common/)
  await start(ben, { input: 'lanterns on the river\n' })
  expect((await run(['staff', 'role', 'Ben@example.test', 'manager', '--by', 'ada@example.test'])).stdout).toBe(
    'Ben@example.test now has the role manager and has been signed out everywhere.\n',
  )
  expect((await run(['staff', 'disable', 'ben@example.test'])).stdout).toBe(
    'ben@example.test has been disabled and signed out everywhere.\n',
  )
  expect((await start(['staff', 'list'])).stdout).toBe(
    'manager  Ben <ben@example.test>  disabled\nadmin    Ada Lovelace <ada@example.test>\n',
  )
  expect((await run(['staff', 'enable', 'ben@example.test'])).stdout).toBe('ben@example.test can sign in again.\n')
  expect((await run(['staff', 'disable', 'ada@example.test'])).stderr).toMatch(/^This is the only administrator\./)
  expect((await run(['staff', 'reset-factor', 'ada@example.test'])).stderr).toBe('This account has no two-step sign-in and no passkey.\n')
  expect((await run(['staff', 'enable', 'ben@example.test', '--by', 'eve@example.test'])).stderr).toMatch(
    /^eve@example.test isn’t a staff account/,
  )
})

test('a command without a running site finds what there is', async () => {
  expect(await start(['quotes', 'list'])).toEqual({ code: 0, stdout: 'No quotes.\n', stderr: '' })
})

test('what an address has written is found, copied and erased, once the erasure is confirmed', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-copies-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  const enquiry = `insert into mails (id, key, template, recipient, data, sent_at, created_at)
    values ('5b0e6d1c-8d52-4c4f-9d8f-0a8b7d8d4a11', 'k', 'enquiry-received', 'hello@example.test',
      '{"name": "Grace", "email": "grace@example.test", "message": "Hello"}', now(), '2026-11-01T09:30:00Z')`
  await administer(inDatabase(inject('postgres'), DATABASE), enquiry)
  const whose = ['--address', 'Grace@example.test']
  const found = '5b0e6d1c-8d52-4c4f-9d8f-0a8b7d8d4a11  2026-11-01T09:30  enquiry-received  -\n'
  expect((await start(['mails', 'find', ...whose])).stdout).toBe(found)
  const file = path.join(folder, 'grace.json')
  expect(await run(['mails', 'export', ...whose, '--to', file])).toEqual({ code: 0, stdout: `Written to ${file}.\n`, stderr: '' })
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ enquiries: [{ message: 'Hello' }], mails: [] })
  expect((await run(['mails', 'export', ...whose, '--to', file])).code, 'nothing is overwritten').toBe(1)
  expect((await run(['mails', 'erase', ...whose])).code).toBe(1)
  expect((await run(['mails', 'find', ...whose])).stdout).toBe(found)
  expect((await run(['mails', 'erase', ...whose, '--yes'])).stdout).toBe('Erased: 0 emails, 1 enquiry.\n')
  expect((await run(['mails', 'find', ...whose])).stdout).toBe('No correspondence with Grace@example.test.\n')
})

test('a task is listed, shown by the beginning of its id, assigned, and closed once with its outcome', async () => {
  const id = '5b0e6d1c-8d52-4c4f-9d8f-0a8b7d8d4a10'
  const task = `insert into tasks (id, kind, subject, cause, opened_at)
    values ('${id}', 'refund_failed', 're_1', 'Refund re_1 did not go through.', '2026-11-01T09:30:00Z')`
  await administer(inDatabase(inject('postgres'), DATABASE), task)
  expect((await start(['tasks', 'list'])).stdout).toBe('5b0e6d1c  2026-11-01T09:30  -  Failed refund\n')
  expect((await run(['tasks', 'show', '5b0e'])).stdout).toContain(`Refund re_1 did not go through.\nTask     ${id}\n`)
  const by = ['--by', 'ada@example.test']
  expect((await run(['tasks', 'retry', '5b0e', ...by])).stderr).toBe('This task isn’t about a refund that can be resent.\n')
  expect((await run(['tasks', 'confirm', '5b0e', ...by])).stderr).toMatch(
    /^This decision is only for tasks about payments of the wrong amount or currency/,
  )
  const refusals = {
    settle: 'This task isn’t about a refund that can be paid another way.\n',
    keep: 'This task doesn’t need a decision about a booking.\n',
    withdraw: 'This task doesn’t need a decision about a booking.\n',
    'take-up': 'This task isn’t about an unknown payment.\n',
    disown: 'This task isn’t about an unknown payment.\n',
    'paid-back': 'This task isn’t for a manual repayment.\n',
  }
  for (const [step, refusal] of Object.entries(refusals)) {
    expect((await run(['tasks', step, '5b0e', '--reference', 'M-NONE', ...by])).stderr, step).toBe(refusal)
  }
  const assign = async (to: string) => run(['tasks', 'assign', '5b0e', '--to', to, ...by])
  expect((await assign('eve@example.test')).stderr).toMatch(/^eve@example.test isn’t a staff account/)
  expect((await run(['tasks', 'close', '5b0e', '--outcome', 'x', '--by', 'eve@example.test'])).stderr).toMatch(
    /^eve@example.test isn’t a staff account/,
  )
  expect((await assign('Ada@example.test')).stdout).toBe('5b0e6d1c is assigned to Ada@example.test.\n')
  expect((await run(['tasks', 'list'])).stdout).toMatch(/ {2}\(ada@example\.test\)\n$/)
  const close = ['tasks', 'close', '5b0e', '--outcome', 'Paid back by transfer', ...by]
  expect((await run(close)).stderr).toMatch(/^A note can’t close this task/)
  await administer(inDatabase(inject('postgres'), DATABASE), `update tasks set kind = 'note' where id = '${id}'`)
  expect((await run(close)).stdout).toBe('5b0e6d1c is closed.\n')
  expect((await run(close)).stderr).toBe('Ada Lovelace has closed this task already: Paid back by transfer\n')
  expect((await run(['tasks', 'list'])).stdout).toBe('No open tasks.\n')
  const { stdout } = await run(['tasks', 'show', '5b0e'])
  expect(stdout).toMatch(/\nAssigned ada@example\.test\nClosed {3}20.+Z\nBy {7}ada@example\.test\nOutcome {2}Paid back by transfer\n$/)
})

test('decisions on the command line are recorded, with the person named', async () => {
  const line = (what: string) => new RegExp(`^\\d+  20\\S+  ${what}\n$`)
  expect((await start(['audit', 'list', '--action', 'task.closed', '--actor', 'Ada@example.test'])).stdout).toMatch(
    line('ada@example\\.test  task\\.closed  task 5b0e6d1c-\\S+  -  status: open → closed'),
  )
  expect((await run(['audit', 'list', '--action', 'account.created'])).stdout).toMatch(
    /^(\d+ {2}20\S+ {2}command line {2}account\.created {2}account \S+ {2}- {2}role: admin\n){2}$/,
  )
  expect((await run(['audit', 'list', '--limit', '1'])).stdout).toMatch(/\nFor older entries: --before \d+\n$/)
})

test('the books of the last days are compared with the card provider’s; a difference is reported by figures and by the exit code', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-books-'))
  const cards = await startCardSandbox({ port: 0, stateFile: path.join(folder, 'cards.jsonl'), publicPath: '/card-sandbox' })
  onTestFinished(async () => {
    await cards.close()
    await rm(folder, { recursive: true })
  })
  const cardsPort = cards.port
  expect(await start(['reconcile'], { cardsPort })).toEqual({
    code: 0,
    stdout: 'No transactions in the last 4 days.\nTasks opened: 0\n',
    stderr: '',
  })
  const metadata = { attempt_id: '5b0e6d1c-8d52-4c4f-9d8f-0a8b7d8d4a10' }
  const own = { client_reference_id: metadata.attempt_id, metadata, payment_intent_data: { metadata } }
  const session = await createStripe(cards.port).checkout.sessions.create(sessionParams(own))
  await createControl(cards.url)('pay', { session: session.id })
  const { code, stdout } = await start(['reconcile', '--days', '2'], { cardsPort })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^\d{4}-\d\d-\d\d {2}payments {2}ours 0 of \$0\.00 +theirs 1 of \$1,240\.00 +difference 1 of \$1,240\.00\n/)
  expect(stdout).toMatch(
    /refunds {3}ours 0 of \$0\.00 +theirs 0 of \$0\.00 +difference 0 of \$0\.00\nTasks opened: 2 \(npm run tasks -- list\)\n$/,
  )
})

test('a card provider that is down is reported as not compared', async () => {
  const { code, stdout } = await start(['reconcile', '--days', '1'], { cardsPort: 1 })
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^Not reconciled: undelivered events: .+\nNot reconciled: completed checkouts: .+\nNot reconciled: disputes: .+\nNot reconciled: \d/,
  )
})

test('generated business is added to what is there, with any missing demo content; its seed is printed', async () => {
  const { code, stdout } = await start(['--bookings', '30', '--people', '4', '--seed', '7'], { program: GENERATOR })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Demo tours, services and accounts already present\.\nSeed: 7\n/)
  expect(stdout).toMatch(/\nRun 1 is complete: 2 tours, 4 people and 30 bookings in \d+ s\.\n$/)
  const again = await start(['--tours', '1'], { program: GENERATOR })
  expect(again.stdout).toMatch(/\nSeed: \d+\n[^]*\nRun 2 is complete: 1 tours, 0 people and 0 bookings/)
})
