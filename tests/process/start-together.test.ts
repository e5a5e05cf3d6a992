import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import { payCancel } from '../../src/shared/payments/calls.ts'
import { listTours } from '../../src/shared/tours/search-calls.ts'
import { databaseUrl } from '../support/database-url.ts'
import { administer, inDatabase } from '../support/databases.ts'
import { dayAhead } from '../support/days.ts'
import { poll } from '../support/poll.ts'
import { cleanUp, createDataDir, ServerProcess, startServer } from '../support/server-process.ts'

const TOUR = 'tokyo-and-mount-fuji'

afterAll(cleanUp)

test('two instances started at once on one data folder share the database and the card sandbox, and one carries on alone', async () => {
  const dataDir = await createDataDir()
  const servers = [new ServerProcess(dataDir), new ServerProcess(dataDir)] as const
  await Promise.all(servers.map(async (server) => server.ready()))
  const printed = servers.map(({ stdout }) => stdout).join('')
  for (const once of ['Creating the database', 'Database up to date', 'Demo tours, services and accounts written']) {
    expect(printed.split(once), once).toHaveLength(2)
  }
  await servers[0].pricesAreThere(TOUR)
  const before = await servers[0].sandbox()
  for (const [index, server] of servers.entries()) {
    const traveller = await server.customer(`twin${index}@example.test`)
    const session = await traveller.openCheckout(TOUR, 1, dayAhead(1))
    await (await server.cards()).pay(session)
    expect(await traveller.bookings()).toMatchObject([{ status: 'confirmed' }])
  }
  expect(await servers[1].sandbox()).toEqual(before)

  // Either may run the sandbox, so each is stopped once.
  const [first, second] = servers
  const traveller = await second.customer('widow@example.test')
  await first.stop()
  const third = await startServer(dataDir)
  await second.stop()
  const moved = traveller.movedTo(third.origin)
  const session = await poll('a checkout on the one that is left', async () => {
    const answer = await moved.checkout(TOUR, 1, dayAhead(2))
    return answer.status === 200 && new URL(answer.json.url).pathname.split('/').at(-1)
  })
  expect((await third.sandbox()).pid).not.toBe(before.pid)
  await (await third.cards()).pay(session)
  expect(await moved.bookings()).toMatchObject([{ status: 'confirmed', travelDate: dayAhead(2) }])
  expect(await third.stop()).toEqual({ code: 0, signal: null })
})

test('on your own empty database the site starts bare, and with DEMO=1 it starts with the demo content', async () => {
  const name = 'process_test_of_database_url'
  await administer(inject('postgres'), `drop database if exists ${name} with (force)`, `create database ${name}`)
  const environment = { DATABASE_URL: databaseUrl(inDatabase(inject('postgres'), name)), OPEN_CATALOGUE: '1' }
  const dataDir = await createDataDir()
  const bare = await startServer(dataDir, environment)
  expect((await bare.visitor().get(listTours.path)).json).toMatchObject({ total: 0 })
  await bare.stop()
  const demo = await startServer(dataDir, { ...environment, DEMO: '1' })
  expect((await demo.visitor().get(listTours.path)).json.total).toBeGreaterThan(5)
  const login = await demo.visitor().post(accountCalls.logIn.path, { email: 'user@example.com', password: 'user1234' })
  expect(login.json).toMatchObject({ user: { id: 'user_1' } })
  await demo.stop()
  await administer(inject('postgres'), `drop database ${name}`)
})

test('even the most verbose log contains no address, password, cookie or token (ASVS 14.2.1, 16.2.5)', async () => {
  const server = await startServer(await createDataDir(), { LOG_LEVEL: 'trace' })
  await server.pricesAreThere(TOUR)
  const traveller = await server.customer('private.person@example.test')
  await traveller.post(accountCalls.logIn.path, { email: traveller.email, password: 'wrong-password' })
  const session = await traveller.openCheckout(TOUR, 1, dayAhead(3))
  await (await server.cards()).pay(session)
  await traveller.get(`${payCancel.path}?token=a-cancel-token`)
  const tokens = [...traveller.cookies.values()]
  expect(tokens.length).toBeGreaterThan(1)
  await server.stop()
  const log = server.stdout + server.stderr
  expect(log).toContain(accountCalls.logIn.path)
  for (const secret of ['private.person', 'password1', 'wrong-password', 'a-cancel-token', 'whsec_', 'set-cookie', ...tokens]) {
    expect(log.includes(secret), secret).toBe(false)
  }
})

test('a first start creates a year of business, also in the card sandbox; the next adds nothing, and one without the sandbox’s state restores it', async () => {
  const dataDir = await createDataDir()
  const count = async (server: ServerProcess) => ({
    bookings: (await server.query('select from bookings where is_demo')).length,
    payments: (await server.query('select from payments')).length,
    charges: (await (await server.cards()).state()).counts.charge,
  })
  const first = await startServer(dataDir, { DEMO_BUSINESS: '1' })
  const counted = await count(first)
  expect(counted.bookings).toBeGreaterThan(1000)
  expect(counted.charges).toBe(counted.payments)
  await first.stop()
  const [folder = ''] = await readdir(path.join(dataDir, 'card-sandbox'))
  await rm(path.join(dataDir, 'card-sandbox', folder, 'state.jsonl'))
  const second = await startServer(dataDir, { DEMO_BUSINESS: '1' })
  expect(await count(second)).toEqual(counted)
  await second.stop()
})
