import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { dayIn } from '../../src/shared/dates.ts'
import * as staffReservationCalls from '../../src/shared/reservations/staff-calls.ts'
import { sessionOf } from '../support/browser.ts'
import { dayAhead } from '../support/days.ts'
import { poll } from '../support/poll.ts'
import { cleanUp, startServer, type ServerProcess } from '../support/server-process.ts'
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts'
import { createUsedDataDir } from '../support/used-data.ts'
import type { WebBrowser } from '../support/web-browser.ts'

const TOUR = 'tokyo-and-mount-fuji'
const PRICE_CENTS = 109_000
const CREATE = 'POST /v1/checkout/sessions'
const EXPIRE = 'POST /v1/checkout/sessions/:id/expire'
let smtp: TestSmtpServer
let server: ServerProcess
let desk: WebBrowser

beforeAll(async () => {
  smtp = await startSmtpServer()
  server = await startServer(await createUsedDataDir(), { SMTP_URL: smtp.url })
  await server.pricesAreThere(TOUR)
  desk = server.visitor()
  await desk.post(accountCalls.logIn.path, { email: 'admin@example.com', password: 'admin1234' })
})
afterAll(async () => {
  await cleanUp()
  await smtp.close()
})

async function killAndRestart(): Promise<void> {
  await server.kill9()
  server = await server.startedAgain()
  desk = desk.movedTo(server.origin)
}

/** Books for a new customer, and returns the booking with the path of its emailed link. */
async function reserve(email: string, travelDate: string): Promise<{ id: string; link: string }> {
  const body = {
    key: randomUUID(),
    customer: { name: 'Nora New', email },
    tourId: TOUR,
    travelDate,
    totalGuests: 1,
    totalCents: PRICE_CENTS,
    payBy: 'link',
    dueOn: dayIn('Europe/London', new Date()),
  }
  const { json } = await desk.post(staffReservationCalls.makeReservation.path, body)
  const link = await poll(
    'the email',
    async () =>
      smtp.mails
        .filter(({ to }) => to === email)
        .flatMap(({ text }) => /\/pay\/b\/[\w-]+/.exec(text.replaceAll(/=\r?\n/g, ''))?.[0] ?? [])[0],
  )
  return { id: json.bookingId, link }
}

async function hits(route: string): Promise<number> {
  return (await (await server.cards()).state()).hits[route] ?? 0
}

async function statusOf(id: string): Promise<string | undefined> {
  return (await server.query<{ status: string }>('select status from bookings where id = $1', [id]))[0]?.status
}

test('killed while the link opens the card page, it opens the same one after the restart, which leads to one payment', async () => {
  const { id, link } = await reserve('nora1@example.test', dayAhead(1))
  const cards = await server.cards()
  await cards.tell('faults', { route: CREATE, kind: 'timeout_after', count: 3 })
  const before = await hits(CREATE)
  // No response comes: the server is killed while it waits.
  void server
    .visitor()
    .get(link)
    .catch(() => undefined)
  await poll('the call to the provider', async () => (await hits(CREATE)) > before)
  await cards.tell('faults/clear')
  await killAndRestart()
  const opened = await poll('the card page', async () => {
    const { status, headers } = await server.visitor().get(link)
    return status === 303 ? sessionOf(String(headers['location'])) : undefined
  })
  const { sessions } = await (await server.cards()).state()
  expect(sessions.filter((each: { status: string }) => each.status === 'open')).toMatchObject([{ id: opened }])
  await (await server.cards()).tell('webhooks', { drop: true })
  await (await server.cards()).tell('pay', { session: opened })
  await killAndRestart()
  await poll('the booking to be confirmed', async () => (await statusOf(id)) === 'confirmed')
  await poll('its email', async () => smtp.mails.some(({ to, text }) => to === 'nora1@example.test' && text.includes('confirmed')))
  expect(await server.query('select role from payments where booking_id = $1', [id])).toEqual([{ role: 'primary' }])
}, 120_000)

test('killed while a transfer is recorded and its card page closed, it leaves nothing half done: recorded again it counts once', async () => {
  const { id, link } = await reserve('nora2@example.test', dayAhead(2))
  const { headers } = await server.visitor().get(link)
  const session = sessionOf(String(headers['location']))
  const cards = await server.cards()
  await cards.tell('webhooks', {})
  await cards.tell('faults', { route: EXPIRE, kind: 'timeout_after', count: 3 })
  const before = await hits(EXPIRE)
  const body = { method: 'transfer', reference: 'TR-1', totalCents: PRICE_CENTS }
  void desk.post(pathOf(staffReservationCalls.recordOfflinePayment, { id }), body).catch(() => undefined)
  await poll('the call to the provider', async () => (await hits(EXPIRE)) > before)
  await cards.tell('faults/clear')
  await killAndRestart()
  expect(await statusOf(id)).toBe('pending')
  const answers = [
    await desk.post(pathOf(staffReservationCalls.recordOfflinePayment, { id }), body),
    await desk.post(pathOf(staffReservationCalls.recordOfflinePayment, { id }), body),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect(await (await server.cards()).pay(session)).toMatchObject({ kind: 'closed' })
  expect(await server.query('select method, amount_cents from payments where booking_id = $1', [id])).toEqual([
    { method: 'transfer', amount_cents: PRICE_CENTS },
  ])
  const confirmed = () => smtp.mails.filter(({ to, text }) => to === 'nora2@example.test' && text.includes('is confirmed'))
  await poll('its email', async () => confirmed().length > 0)
  expect(confirmed()).toHaveLength(1)
}, 120_000)
