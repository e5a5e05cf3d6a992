import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import * as ownCalls from '../../src/shared/accounts/own-calls.ts'
import { createCheckout } from '../../src/shared/payments/checkout-calls.ts'
import { databaseUrl } from '../support/database-url.ts'
import { administer, cloneDatabase, type TestDatabase } from '../support/databases.ts'
import { dayAhead } from '../support/days.ts'
import { poll } from '../support/poll.ts'
import { cleanUp, createDataDir, ServerProcess, startServer } from '../support/server-process.ts'

const CREATE = 'POST /v1/checkout/sessions'
let database: TestDatabase
let server: ServerProcess
let dataDir: string

beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'))
  // The program starts its own card sandbox, which has no prices yet.
  await administer(database.connection, 'update tours set stripe_product_id = null, stripe_price_id = null')
  dataDir = await createDataDir()
})
afterAll(async () => {
  await cleanUp()
  await database.drop()
})

async function startOnDatabase(settings: Record<string, string> = {}): Promise<void> {
  server = await startServer(dataDir, {
    ...settings,
    DATABASE_URL: databaseUrl(database.connection),
    SIGN_IN_TRIES_PER_ACCOUNT: '1000',
    SIGN_IN_TRIES_PER_ADDRESS: '1000',
  })
}

/** Starts a booking whose response takes a second, and waits until the server is working on it. */
async function slowBooking(email: string, day: string) {
  const traveller = await server.customer(email)
  await poll('the price', async () => (await traveller.tour('tokyo-and-mount-fuji')).stripePriceId !== null)
  const cards = await server.cards()
  await cards.tell('faults', { route: CREATE, kind: 'slow', delayMs: 1000 })
  const answer = traveller.checkout('tokyo-and-mount-fuji', 1, day)
  await poll('the call to the provider', async () => ((await cards.state()).hits[CREATE] ?? 0) > 0)
  return answer
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s lets the request in flight finish, then ends with code 0', async (signal) => {
  await startOnDatabase()
  const pending = slowBooking(`slow-${signal.toLowerCase()}@example.test`, dayAhead(1)).then((answer) => answer.status)
  await poll('the booking to be in flight', async () => server.log.some((line) => isAbout(line, createCheckout.path)))
  const exit = server.stop(signal)
  // Ctrl-C under npm comes twice, from the terminal and from npm.
  server.signal(signal)
  expect(await pending).toBe(200)
  expect(await exit).toEqual({ code: 0, signal: null })
  await expect(fetch(server.origin)).rejects.toThrow('fetch failed')
})

test('SIGTERM under fifty parallel requests loses none of them', async () => {
  await startOnDatabase()
  const people = Array.from({ length: 50 }, () => server.visitor())
  const first = await server.customer('many@example.test')
  const answers = Promise.allSettled(
    people.map(async (visitor) => visitor.post(accountCalls.logIn.path, { email: first.email, password: 'password1' })),
  )
  await poll('all of them to be in hand', async () => server.log.filter((line) => isAbout(line, accountCalls.logIn.path)).length === 51)
  const exit = await server.stop()
  const statuses = (await answers).map((each) => (each.status === 'fulfilled' ? each.value.status : String(each.reason)))
  expect(statuses).toEqual(people.map(() => 200))
  expect(exit).toEqual({ code: 0, signal: null })
})

test('told to stop, it first says for DRAIN_SECONDS that it is not ready, and does what comes all the same', async () => {
  await startOnDatabase({ DRAIN_SECONDS: '2' })
  const visitor = server.visitor()
  expect((await visitor.get('/readyz')).status).toBe(200)
  const exit = server.stop()
  const ready = await poll('the sign for load balancers', async () => {
    const answer = await visitor.get('/readyz')
    return answer.status === 503 && answer
  })
  expect(ready.json).toEqual({ status: 'stopping', database: true, migrations: true })
  const answers = [await visitor.get('/healthz'), await visitor.get(ownCalls.getAccount.path)]
  expect(answers.map(({ status, headers }) => [status, headers['connection']])).toEqual([
    [200, 'close'],
    [401, 'close'],
  ])
  expect(await exit).toEqual({ code: 0, signal: null })
})

test.each(['Creating the database', 'Database up to date'])(
  'a signal during startup (after “%s”) ends it, and the next start works',
  async (line) => {
    const folder = await createDataDir()
    const starting = new ServerProcess(folder)
    await poll(line, async () => starting.stdout.includes(line))
    expect(await starting.stop()).toEqual({ code: 0, signal: null })
    expect(starting.stderr).toBe('')
    const next = await startServer(folder)
    expect((await next.visitor().get('/readyz')).status).toBe(200)
    await next.stop()
  },
)

function isAbout(line: Record<string, unknown>, path: string): boolean {
  return line['msg'] === 'incoming request' && (line['req'] as { path: string }).path === path
}
