import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionOf } from '../support/browser.ts'
import { dayAhead } from '../support/days.ts'
import { poll } from '../support/poll.ts'
import { cleanUp, startServer, type ServerProcess } from '../support/server-process.ts'
import { createUsedDataDir } from '../support/used-data.ts'
import type { WebBrowser } from '../support/web-browser.ts'
import { sessionName } from '../../src/server/lib/session-names.ts'

const TOUR = 'tokyo-and-mount-fuji'
const CREATE = 'POST /v1/checkout/sessions'
let server: ServerProcess
let traveller: WebBrowser
let people = 0

beforeAll(async () => {
  server = await startServer(await createUsedDataDir())
  await server.pricesAreThere(TOUR)
})
beforeEach(async () => {
  traveller = await server.customer(`walker${++people}@example.test`)
})
afterAll(cleanUp)

async function killAndRestart(): Promise<void> {
  await server.kill9()
  server = await server.startedAgain()
  traveller = traveller.movedTo(server.origin)
}

/** Books while the card provider misbehaves, and waits until it has been called. */
async function bookInto(kind: 'timeout_before' | 'timeout_after', day: string): Promise<void> {
  const cards = await server.cards()
  const before = (await cards.state()).hits[CREATE] ?? 0
  await cards.tell('faults', { route: CREATE, kind, count: 3 })
  // No response comes: the server is killed while it waits.
  void traveller.checkout(TOUR, 2, day).catch(() => undefined)
  await poll('the call to the provider', async () => ((await cards.state()).hits[CREATE] ?? 0) > before)
}

async function attemptsOn(day: string) {
  return server.query<{ id: string; status: string; session_id: string | null }>(
    `select payment_attempts.id, payment_attempts.status, session_id from payment_attempts
     join tour_bookings using (booking_id) where departs_on = $1`,
    [day],
  )
}

async function openedAttempt(day: string): Promise<{ id: string; session_id: string | null }> {
  return poll('the attempt to be open', async () => (await attemptsOn(day)).find((row) => row.status === 'open'))
}

async function sessionsOf(attemptId: string): Promise<{ id: string; status: string }[]> {
  const { sessions } = await (await server.cards()).state()
  return sessions.filter((each: { client_reference_id: string }) => each.client_reference_id === attemptId)
}

test('killed after the seats were held and before the provider was asked, it asks after the restart', async () => {
  const day = dayAhead(1)
  await bookInto('timeout_before', day)
  await (await server.cards()).tell('faults/clear')
  expect(await attemptsOn(day)).toMatchObject([{ status: 'creating', session_id: null }])
  await killAndRestart()
  const attempt = await openedAttempt(day)
  expect(await sessionsOf(attempt.id)).toMatchObject([{ id: attempt.session_id, status: 'open' }])
  // Booking once more leads to the same checkout, and paying there confirms the one booking.
  const answer = await traveller.checkout(TOUR, 2, day)
  expect(sessionOf(answer.json.url)).toBe(attempt.session_id)
  await (await server.cards()).pay(attempt.session_id ?? '')
  expect(await traveller.bookings()).toMatchObject([{ status: 'confirmed', travelDate: day }])
})

test('killed after the provider opened the session and before it was recorded, the same session is used', async () => {
  const day = dayAhead(2)
  await bookInto('timeout_after', day)
  const [attempt] = await attemptsOn(day)
  const id = attempt?.id ?? ''
  const [before] = await poll('the session', async () => {
    const sessions = await sessionsOf(id)
    return sessions.length > 0 && sessions
  })
  expect(attempt).toMatchObject({ status: 'creating', session_id: null })
  await (await server.cards()).tell('faults/clear')
  await killAndRestart()
  expect(await openedAttempt(day)).toMatchObject({ id, session_id: before?.id })
  expect(await sessionsOf(id)).toMatchObject([{ id: before?.id, status: 'open' }])
  expect(sessionOf((await traveller.checkout(TOUR, 2, day)).json.url)).toBe(before?.id)
})

test('a payment whose event was lost with the killed process is found after the restart', async () => {
  const day = dayAhead(3)
  const session = await traveller.openCheckout(TOUR, 2, day)
  const cards = await server.cards()
  await cards.tell('webhooks', { drop: true })
  await cards.pay(session, { wait: false })
  await cards.tell('webhooks', {})
  expect(await traveller.bookings()).toMatchObject([{ status: 'pending' }])
  await killAndRestart()
  await confirmedOnce(day)
})

test('killed while it records a payment, it records it once after the restart (ASVS 2.3.3)', async () => {
  const day = dayAhead(4)
  const session = await traveller.openCheckout(TOUR, 2, day)
  const blocker = await server.connect()
  await blocker.query('begin')
  await blocker.query('select from bookings for update')
  await (await server.cards()).pay(session, { wait: false })
  await poll('the payment to be in hand', async () => (await waitingForLocks()) > 0)
  await killAndRestart()
  await blocker.end().catch(() => undefined)
  await confirmedOnce(day)
})

test('a card sandbox that dies during a payment recovers its state', async () => {
  const day = dayAhead(5)
  const session = await traveller.openCheckout(TOUR, 2, day)
  const before = await server.sandbox()
  process.kill(before.pid, 'SIGKILL')
  await poll('the sandbox to be back', async () => (await server.sandbox()).pid !== before.pid)
  const page = await poll('the hosted checkout', async () => {
    const answer = await traveller.get(`/card-sandbox/c/pay/${session}`)
    return answer.status === 200 && answer
  })
  expect(page.text).toContain('Pay')
  await (await server.cards()).pay(session)
  expect(await traveller.bookings()).toMatchObject([{ status: 'confirmed', travelDate: day }])
  await traveller.openCheckout(TOUR, 1, dayAhead(6))
})

test('the site starts again while the card provider refuses every call', async () => {
  const cards = await server.cards()
  await cards.tell('faults', { route: '*', kind: '429', count: 1000 })
  await killAndRestart()
  expect((await traveller.get('/readyz')).status).toBe(200)
  await (await server.cards()).tell('faults/clear')
  await traveller.openCheckout(TOUR, 1, dayAhead(7))
})

async function waitingForLocks(): Promise<number> {
  const rows = await server.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = '${sessionName('site')}'`,
  )
  return rows.length
}

async function confirmedOnce(day: string): Promise<void> {
  const [booking] = await poll('the booking to be confirmed', async () => {
    const bookings = await traveller.bookings()
    return bookings[0]?.status === 'confirmed' && bookings
  })
  expect(booking).toMatchObject({ travelDate: day, numberOfPeople: 2 })
  const payments = await server.query('select role from payments where provider_payment_id = $1', [booking?.stripeid])
  expect(payments).toEqual([{ role: 'primary' }])
}
