import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import * as staffQuoteCalls from '../../src/shared/quotes/staff-calls.ts'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import { cleanUp, ServerProcess, startServer } from '../support/server-process.ts'
import { createUsedDataDir } from '../support/used-data.ts'

afterAll(async () => cleanUp())

const ADMIN = { email: 'admin@example.com', password: 'admin1234' }

test('a demo moved to a public address shows and keeps generated passwords, and ends earlier sessions; back at home the printed ones return', async () => {
  const dataDir = await createUsedDataDir()
  const home = await startServer(dataDir)
  const before = home.visitor()
  await before.post(accountCalls.logIn.path, ADMIN)
  expect((await before.get(staffQuoteCalls.listQuotes.path)).status).toBe(200)
  await home.stop()

  const open = await startServer(dataDir, { HOST: '0.0.0.0' })
  const shown = /^ {2}admin@example\.com {2}(\S{20,})$/m.exec(open.stdout)?.[1] ?? ''
  const file = path.join(dataDir, 'demo-passwords.txt')
  expect(open.stdout).toContain(`The demo account passwords are in ${file}.`)
  expect(await readFile(file, 'utf8')).toContain(`admin@example.com  ${shown}\n`)
  expect((await stat(file)).mode & 0o077).toBe(0)
  const stranger = open.visitor()
  expect((await stranger.post(accountCalls.logIn.path, ADMIN)).status).toBe(401)
  expect((await stranger.post(accountCalls.logIn.path, { ...ADMIN, password: shown })).status).toBe(200)
  expect((await stranger.get(staffQuoteCalls.listQuotes.path)).status).toBe(200)
  const sessions = await open.query("select from sessions where user_id = 'admin_1' and revoked_at is null")
  expect(sessions).toHaveLength(1)
  await open.stop()

  const again = await startServer(dataDir)
  expect(again.stdout).toContain('admin@example.com has its published password again')
  const visitor = again.visitor()
  expect((await visitor.post(accountCalls.logIn.path, { ...ADMIN, password: shown })).status).toBe(401)
  expect((await visitor.post(accountCalls.logIn.path, ADMIN)).status).toBe(200)
  await again.stop()
})

test.each([
  [{ PUBLIC_URL: 'https://www.example.com' }, /^PUBLIC_URL: .+NODE_ENV=production/],
  [{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, /^STRIPE_SECRET_KEY: .+NODE_ENV=production/],
] as const)('with %j and without production the site does not start, and one line says why', async (environment, line) => {
  const dataDir = await createUsedDataDir()
  const server = new ServerProcess(dataDir, environment)
  expect((await server.exited).code).toBe(1)
  expect(server.stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(line)])
})
