import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DepartureCancellation } from '../../src/shared/cancellations/staff.ts'
import { departureId } from '../../src/shared/tours/departures.ts'
import { pathOf } from '../../src/shared/contract.ts'
import * as departureCalls from '../../src/shared/tours/departure-calls.ts'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import { dayAhead } from '../support/days.ts'
import { poll } from '../support/poll.ts'
import { cleanUp, startServer, type ServerProcess } from '../support/server-process.ts'
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts'
import { createUsedDataDir } from '../support/used-data.ts'
import type { WebBrowser } from '../support/web-browser.ts'

const TOUR = 'tokyo-and-mount-fuji'
const DAY = dayAhead(1)
const ID = departureId(TOUR, DAY)
let smtp: TestSmtpServer
let server: ServerProcess
let admin: WebBrowser

beforeAll(async () => {
  smtp = await startSmtpServer()
  server = await startServer(await createUsedDataDir(), { SMTP_URL: smtp.url })
  await server.pricesAreThere(TOUR)
  admin = server.visitor()
  await admin.post(accountCalls.logIn.path, { email: 'admin@example.com', password: 'admin1234' })
})
afterAll(async () => {
  await cleanUp()
  await smtp.close()
})

/** Two minutes later nobody can still be sending what the killed process was. */
async function killAndRestart(): Promise<void> {
  await server.kill9()
  server = await server.startedAgain(2)
  admin = admin.movedTo(server.origin)
}

/** Slows the provider down, so that the process is killed between two bookings. */
async function slowDown(): Promise<void> {
  const cards = await server.cards()
  await cards.tell('faults', { route: '*', kind: 'slow', delayMs: 700, count: 1000 })
}

async function progress(): Promise<DepartureCancellation> {
  return (await admin.get(pathOf(departureCalls.getCancellation, { id: ID }))).json
}

test('killed at any point, a departure is cancelled for everybody, and everybody is refunded and told once', async () => {
  const travellers: WebBrowser[] = []
  for (let n = 0; n < 8; n += 1) {
    const traveller = await server.customer(`rambler${n}@example.test`)
    const session = await traveller.openCheckout(TOUR, 1, DAY)
    if (n % 2 === 0) await (await server.cards()).pay(session)
    travellers.push(traveller)
  }
  const { json: seen } = await admin.get(pathOf(departureCalls.previewCancellation, { id: ID }))
  expect(seen).toMatchObject({ bookings: 4, people: 4, holds: 4, heldSeats: 4, refunds: [{ amountCents: 436_000 }] })
  await slowDown()
  expect((await admin.post(pathOf(departureCalls.cancelDeparture, { id: ID }), { reason: 'A storm.', seen })).status).toBe(202)
  await killAndRestart()
  await slowDown()
  let kills = 0
  for (const done of [1, 4]) {
    await poll(`${done} bookings to have ended`, async () => (await progress()).done >= done)
    if ((await progress()).waiting === 0) break
    await killAndRestart()
    await slowDown()
    kills += 1
  }
  expect(kills).toBeGreaterThan(0)
  await (await server.cards()).tell('faults/clear')
  await poll('the end', async () => {
    const { finishedAt, refunds, emails } = await progress()
    return finishedAt !== null && emails.sent === 8 && refunds.length === 1 && refunds[0]?.state === 'succeeded'
  })
  expect(await progress()).toMatchObject({ done: 8, waiting: 0, failures: [], refunds: [{ count: 4, amount: '4360.00' }] })
  const rows = await server.query<{ status: string }>('select status from bookings where starts_on = $1', [DAY])
  expect(rows.map(({ status }) => status).toSorted()).toEqual([...Array<string>(4).fill('cancelled'), ...Array<string>(4).fill('expired')])
  const { payments } = await (await server.cards()).state()
  expect(payments.map((each: { refunds: { amount: number }[] }) => each.refunds.map(({ amount }) => amount))).toEqual(
    Array.from({ length: 4 }, () => [109_000]),
  )
  for (const { email } of travellers) {
    const told = smtp.mails.filter(({ to, text }) => to === email && text.includes('cancel this departure'))
    // A process killed before it records that an email was sent sends the same one again.
    expect(new Set(told.map(({ messageId }) => messageId)).size, email).toBe(1)
  }
}, 120_000)
