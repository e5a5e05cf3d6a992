import { afterAll, expect, test } from 'vitest'
import { calls } from '../../src/shared/paths.ts'
import { createDatabase, createPool } from '../../src/server/lib/db.ts'
import { sessionOf } from '../support/browser.ts'
import { expectInvariants } from '../support/invariants.ts'
import { poll } from '../support/poll.ts'
import { repeat } from '../support/repeat.ts'
import type { SandboxControl } from '../support/sandbox-control.ts'
import { cleanUp, createDataDir, startServer, type ServerProcess } from '../support/server-process.ts'
import type { TestApp } from '../support/test-app.ts'
import type { WebBrowser } from '../support/web-browser.ts'

const TOURS = ['tokyo-and-mount-fuji', 'ubud-rice-fields-and-craft']
const KILLS = 10
const TRAVELLERS = 6

/** What people were told; none of it may be lost. */
const told = { opened: new Set<string>(), paid: new Set<string>(), cancelled: new Set<string>() }

afterAll(cleanUp)

/** Books, pays and sometimes cancels, until the server is gone. */
async function travel(traveller: WebBrowser, cards: SandboxControl, random: () => number): Promise<void> {
  for (;;) {
    const day = `2127-06-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`
    const tour = TOURS[Math.floor(random() * TOURS.length)] ?? ''
    const answer = await traveller.checkout(tour, 1 + Math.floor(random() * 3), day)
    if (answer.status !== 200) continue
    const session = sessionOf(answer.json.url)
    told.opened.add(session)
    if (random() < 0.2) continue
    await cards.pay(session, { wait: random() < 0.5 })
    told.paid.add(session)
    if (random() < 0.7) continue
    const booking = (await traveller.bookings()).find((each) => each.status === 'confirmed')
    if (!booking) continue
    const cancelled = await traveller.post(calls.createRefund, { bookingId: booking.id })
    if (cancelled.status === 200) told.cancelled.add(booking.id)
  }
}

/** What the last start does not find is picked up once it is a minute old, by the reconciliation in the minute after. */
const SETTLED_MS = 150_000

async function untilQuiet(server: ServerProcess, cards: SandboxControl): Promise<void> {
  await poll(
    'everything to be settled',
    async () => {
      const [left] = await server.query<{ count: number }>(
        `select (select count(*) from payment_attempts where status = 'creating')
        + (select count(*) from refunds where state = 'requested')
        + (select count(*) from provider_events where processed_at is null) as count`,
      )
      const { sessions } = (await cards.state()) as { sessions: { status: string }[] }
      const [recorded] = await server.query<{ count: number }>('select count(*) from payments')
      const paid = sessions.filter(({ status }) => status === 'complete').length
      return Number(left?.count) === 0 && Number(recorded?.count) === paid
    },
    SETTLED_MS,
  )
}

async function expectNothingLost(server: ServerProcess): Promise<void> {
  const attempts = await server.query<{ session_id: string; payments: string }>(
    `select session_id, (select count(*) from payments where attempt_id = payment_attempts.id) as payments
     from payment_attempts where session_id is not null`,
  )
  const known = new Map(attempts.map((row) => [row.session_id, Number(row.payments)]))
  expect(
    [...told.opened].filter((session) => !known.has(session)),
    'sessions without a record',
  ).toEqual([])
  expect(
    [...told.paid].filter((session) => known.get(session) !== 1),
    'payments not recorded once',
  ).toEqual([])
  const cancelled = await server.query<{ id: string }>(`select id from bookings where status = 'cancelled'`)
  const ids = new Set(cancelled.map(({ id }) => id))
  expect(
    [...told.cancelled].filter((id) => !ids.has(id)),
    'cancellations forgotten',
  ).toEqual([])
}

test('killed ten times at random moments while people book, it loses nothing that it had promised', { timeout: 300_000 }, async () => {
  const dataDir = await createDataDir()
  let server = await startServer(dataDir)
  for (const tour of TOURS) await server.pricesAreThere(tour)
  let travellers = await Promise.all(Array.from({ length: TRAVELLERS }, (_, index) => server.customer(`loop${index}@example.test`)))

  await repeat(KILLS, async ({ random }) => {
    const cards = await server.cards()
    // Each traveller stops when the server is killed.
    const trips = Promise.allSettled(travellers.map(async (traveller) => travel(traveller, cards, random)))
    // However slow the machine, each round has something to lose.
    const paidBefore = told.paid.size
    await expect.poll(() => told.paid.size, { timeout: 15_000, interval: 20 }).toBeGreaterThan(paidBefore)
    // A few responses later, which is a different moment for each of the travellers.
    const openedThen = told.opened.size + Math.floor(random() * TRAVELLERS)
    await expect.poll(() => told.opened.size, { timeout: 15_000, interval: 5 }).toBeGreaterThanOrEqual(openedThen)
    await server.kill9()
    await trips
    server = await startServer(dataDir)
    travellers = travellers.map((traveller) => traveller.movedTo(server.origin))
  })

  const cards = await server.cards()
  await untilQuiet(server, cards)
  await expectNothingLost(server)
  expect(told.paid.size).toBeGreaterThanOrEqual(KILLS)
  const db = createDatabase(createPool(server.connection, 2, () => undefined))
  await expectInvariants({ deps: { db }, cards } as unknown as TestApp)
  await db.destroy()
  expect(await server.stop()).toEqual({ code: 0, signal: null })
})
