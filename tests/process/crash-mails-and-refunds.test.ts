import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionName } from '../../src/server/lib/session-names.ts'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import * as cancellationCalls from '../../src/shared/cancellations/calls.ts'
import * as staffCancellationCalls from '../../src/shared/cancellations/staff-calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { dayAhead } from '../support/days.ts'
import { poll } from '../support/poll.ts'
import { cleanUp, startServer, type ServerProcess } from '../support/server-process.ts'
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts'
import { createUsedDataDir } from '../support/used-data.ts'
import type { WebBrowser } from '../support/web-browser.ts'

const TOUR = 'tokyo-and-mount-fuji'
const REFUND = 'POST /v1/refunds'
let smtp: TestSmtpServer
let server: ServerProcess
let traveller: WebBrowser
let people = 0

beforeAll(async () => {
  smtp = await startSmtpServer()
  server = await startServer(await createUsedDataDir(), { SMTP_URL: smtp.url })
  await server.pricesAreThere(TOUR)
})
beforeEach(async () => {
  smtp.isSilent = false
  await (await server.cards()).tell('webhooks', {})
  traveller = await server.customer(`sender${++people}@example.test`)
  await poll('the email at sign-up', async () => smtp.mails.some(({ to }) => to === traveller.email))
})
afterAll(async () => {
  await cleanUp()
  await smtp.close()
})

/** Two minutes later nobody can still be sending what the killed process was. */
async function killAndRestart(): Promise<void> {
  await server.kill9()
  server = await server.startedAgain(2)
  traveller = traveller.movedTo(server.origin)
}

/** Makes a paid booking that refunds half of its price, so that a second refund by mistake would be possible. */
async function payFor(day: string): Promise<string> {
  const session = await traveller.openCheckout(TOUR, 2, day)
  await (await server.cards()).pay(session)
  const [booking] = await traveller.bookings()
  expect(booking).toMatchObject({ status: 'confirmed', travelDate: day })
  const id = booking?.id ?? ''
  await server.query(
    'update bookings set full_refund_days = 99999, partial_refund_days = 1, partial_refund_percentage = 50 where id = $1',
    [id],
  )
  return id
}

function confirmationsTo(recipient: string): number {
  return smtp.mails.filter((mail) => mail.to === recipient && mail.text.includes('confirmed')).length
}

function goodwillTo(recipient: string): number {
  return smtp.mails.filter((mail) => mail.to === recipient && mail.text.includes('refunding')).length
}

async function hitsOfRefund(): Promise<number> {
  return (await (await server.cards()).state()).hits[REFUND] ?? 0
}

/** Returns the refunds of the traveller's only booking: ours, and the provider's. */
async function refundsOf(bookingId: string) {
  const ours = await server.query<{ state: string; provider_refund_id: string | null; provider_payment_id: string }>(
    `select refunds.state, provider_refund_id, provider_payment_id from refunds
     join payments on payments.id = payment_id where booking_id = $1`,
    [bookingId],
  )
  const { payments } = await (await server.cards()).state()
  const own = payments.filter((each: { payment_intent: string }) => each.payment_intent === ours[0]?.provider_payment_id)
  const theirs: { id: string; amount: number }[] = own.flatMap((each: { refunds: object[] }) => each.refunds)
  return { ours, theirs }
}

async function expectOneRefund(bookingId: string): Promise<void> {
  await poll('the refund to be done', async () => (await refundsOf(bookingId)).ours[0]?.state === 'succeeded')
  const { ours, theirs } = await refundsOf(bookingId)
  expect(ours).toHaveLength(1)
  expect(theirs).toMatchObject([{ id: ours[0]?.provider_refund_id, amount: 109_000 }])
  expect(await traveller.bookings()).toMatchObject([{ id: bookingId, status: 'cancelled' }])
}

test('killed after the confirmation was recorded and before its email was accepted, it sends one email after the restart', async () => {
  smtp.isSilent = true
  const before = smtp.offered()
  await payFor(dayAhead(1))
  const { email } = traveller
  await poll('the email to be offered', async () => smtp.offered() > before)
  await server.kill9()
  smtp.isSilent = false
  server = await server.startedAgain()
  await poll('the email', async () => confirmationsTo(email) > 0)
  await poll('the email to be recorded', async () => {
    const rows = await server.query('select from mails where sent_at is null')
    return rows.length === 0
  })
  expect(confirmationsTo(email)).toBe(1)
})

test('killed between the refund at the provider and its record, it refunds once', async () => {
  const booking = await payFor(dayAhead(2))
  const cards = await server.cards()
  await cards.tell('webhooks', { drop: true })
  await cards.tell('faults', { route: REFUND, kind: 'timeout_after', count: 3 })
  // No response comes: the server is killed while it waits.
  void traveller.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking }).catch(() => undefined)
  await poll('the refund at the provider', async () => (await refundsOf(booking)).theirs.length > 0)
  expect(await refundsOf(booking)).toMatchObject({ ours: [{ state: 'requested' }], theirs: [{}] })
  await cards.tell('faults/clear')
  await killAndRestart()
  await expectOneRefund(booking)
})

test('killed between a goodwill refund at the provider and its record, it refunds once, and tells its owner once', async () => {
  const booking = await payFor(dayAhead(5))
  const manager = server.visitor()
  await manager.post(accountCalls.logIn.path, { email: 'admin@example.com', password: 'admin1234' })
  const { json: seen } = await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id: booking }))
  const cards = await server.cards()
  await cards.tell('webhooks', { drop: true })
  await cards.tell('faults', { route: REFUND, kind: 'timeout_after', count: 3 })
  // No response comes: the server is killed while it waits.
  void manager
    .post(pathOf(staffCancellationCalls.refundBooking, { id: booking }), { amountCents: 18_000, reason: 'Noise', seen })
    .catch(() => undefined)
  await poll('the refund at the provider', async () => (await refundsOf(booking)).theirs.length > 0)
  await cards.tell('faults/clear')
  await killAndRestart()
  await poll('the refund to be done', async () => (await refundsOf(booking)).ours[0]?.state === 'succeeded')
  const { ours, theirs } = await refundsOf(booking)
  expect([ours.length, theirs.map(({ amount }) => amount)]).toEqual([1, [18_000]])
  expect(await traveller.bookings()).toMatchObject([{ id: booking, status: 'confirmed', refund: { amount: '180.00' } }])
  const again = await manager
    .movedTo(server.origin)
    .post(pathOf(staffCancellationCalls.refundBooking, { id: booking }), { amountCents: 18_000, reason: 'Noise', seen })
  expect(again.json).toMatchObject({ statusCode: 409, code: 'figures_changed' })
  await poll('the email', async () => goodwillTo(traveller.email) > 0)
  expect(goodwillTo(traveller.email)).toBe(1)
})

test('a refund whose response was lost is requested under the same key, and made once', async () => {
  const booking = await payFor(dayAhead(3))
  await (await server.cards()).tell('faults', { route: REFUND, kind: 'reset_after', count: 2 })
  const answer = await traveller.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking })
  expect(answer).toMatchObject({ status: 200 })
  await expectOneRefund(booking)
})

test('a refund whose record could not be committed is recorded once later', async () => {
  const booking = await payFor(dayAhead(4))
  await (await server.cards()).tell('webhooks', { drop: true })
  const before = await hitsOfRefund()
  await (await server.cards()).tell('faults', { route: REFUND, kind: 'slow', delayMs: 500 })
  const answer = traveller.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking })
  await poll('the call to the provider', async () => (await hitsOfRefund()) > before)
  const blocker = await server.connect()
  await blocker.query('begin')
  await blocker.query('select from refunds for update')
  const waiting = `from pg_stat_activity where wait_event_type = 'Lock' and application_name = '${sessionName('site')}'`
  await poll('the record to be in hand', async () => (await server.query(`select ${waiting}`)).length > 0)
  expect((await refundsOf(booking)).theirs).toHaveLength(1)
  await blocker.query(`select pg_terminate_backend(pid) ${waiting}`)
  await blocker.end()
  expect(await answer).toMatchObject({ status: 200 })
  await killAndRestart()
  await expectOneRefund(booking)
})
