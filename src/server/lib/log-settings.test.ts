import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { getCheckoutSession, payReturn } from '#shared/payments/calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { createBuyer, nextDay, TOUR } from '../../../tests/support/buyers.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { logSettings } from './log-settings.ts'

const TOKEN = 'qXc1Zt0sJ9mVb4Ke7Yw2Lr5Hn8Pd3Gf6Ua-_Ti0oEzA'
const SESSION = 'cs_test_a1B2c3D4e5F6g7H8i9J0k1L2'

let site: TestApp
let lines: string[] = []

beforeAll(async () => {
  site = await createTestApp({ LOG_LEVEL: 'trace' }, { onLine: (line) => void lines.push(line) })
})
afterAll(async () => site.close())
beforeEach(() => {
  lines = []
})

type Line = { msg: string; req?: { path: string } }
const paths = () =>
  lines.map((line) => JSON.parse(line) as Line).flatMap(({ msg, req }) => (msg === 'incoming request' && req ? req.path : []))

/** Sends the path exactly as given; HTTP clients would normalise it. */
async function ask(path: string, method = 'GET'): Promise<void> {
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1')
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
  const [response] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(String(response)).toMatch(/^HTTP\/1\.1 [1-5]\d\d /)
}

test.each([
  ['/pay/q/<secret>', '/pay/q/:token'],
  ['/pay/%71/<secret>', '/pay/q/:token'],
  ['/%70ay/%62/<secret>?x=1', '/pay/b/:token'],
  ['/pay/q/<secret>/', '/pay/…'],
  ['//pay/q/<secret>', '/…/…'],
  ['/PAY/Q/<secret>', '/PAY/…'],
  ['/pay/%2571/<secret>', '/pay/…'],
  ['/pay%2fq%2f<secret>', '/…'],
  ['/%70ay/q/<secret>/more', '/…/…'],
  ['/pay/q/<secret>%', '/pay/…'],
  ['/pay/q/%zz<secret>', '/pay/…'],
  ['/pay/q;<secret>', '/pay/…'],
  ['/pay/q/<secret><secret><secret><secret><secret><secret><secret>', '/pay/…'],
  ['/<secret>', '/…'],
  ['/nowhere', '/nowhere'],
  ['/nowhere?token=<secret>', '/nowhere'],
  ['/pay/return?session_id=<secret>', '/pay/return'],
  ['/pay/cancel?token=<secret>', '/pay/cancel'],
  ['/card-sandbox/c/pay/<secret>', '/card-sandbox/*'],
  ['/card-sandbox/c/%70ay/<secret>', '/card-sandbox/*'],
  ['/%63ard-sandbox/c/pay/<secret>', '/card-sandbox/*'],
  ['/checkout-session/<secret>', '/checkout-session/:id'],
  ['/checkout-session/%63s<secret>', '/checkout-session/:id'],
  ['/avatars/<secret>', '/avatars/:id'],
  ['/tours/view_by_id/kyoto', '/tours/view_by_id/kyoto'],
  ['/staff/bookings/4711?x=y', '/staff/bookings/4711'],
])('a request for %s is logged as %s (ASVS 16.2.5)', async (path, logged) => {
  for (const secret of [TOKEN, SESSION]) {
    lines = []
    await ask(path.replaceAll('<secret>', secret))
    expect(paths()).toEqual([logged])
    for (const part of [secret, secret.slice(4, 20)]) expect(lines.filter((line) => line.includes(part))).toEqual([])
  }
})

test('logs of a checkout, its card page and the provider’s messages name no session (ASVS 16.2.5)', async () => {
  const buyer = await createBuyer(site)
  const session = await buyer.openCheckout(TOUR, 1, nextDay())
  await ask(`/card-sandbox/c/pay/${session}`)
  await buyer.get(`/card-sandbox/c/pay/${session}`)
  await site.cards.pay(session)
  await buyer.get(pathOf(getCheckoutSession, { id: session }))
  await buyer.get(`${payReturn.path}?session_id=${session}`)
  await expect(site.deps.cards.getSession(SESSION)).rejects.toThrow()
  site.app.log.error({ err: new Error(`The session ${session} is unknown.`) }, `task: ${session}`)
  expect(lines.join('')).toContain('card provider: ')
  for (const name of [session, SESSION, session.slice(8)]) expect(lines.filter((line) => line.includes(name))).toEqual([])
})

test('the most verbose log of an upload contains no cookie', async () => {
  const buyer = await createBuyer(site)
  await buyer.upload(vehicleCalls.uploadPhoto.path, { name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.from('no picture') })
  expect(lines.join('')).toContain('busboy')
  for (const value of buyer.cookies.values()) expect(lines.filter((line) => line.includes(value))).toEqual([])
})

test('while the database is away one error line in ten seconds says so, with the number of those left out; none once the process leaves', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const written: string[] = []
  const leaving = new AbortController()
  const { log } = fastify({
    logger: { ...logSettings({ LOG_LEVEL: 'info' }, leaving.signal), stream: { write: (line: string) => void written.push(line) } },
  })
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  const said = () => written.splice(0).map((line) => JSON.parse(line) as { msg: string; skipped?: number })
  for (const job of ['a', 'b', 'c']) log.error({ err: refused, job }, 'job failed')
  log.error({ err: new Error('a fault of ours') }, 'request failed')
  log.warn({ err: refused }, 'a warning')
  expect(said().map(({ msg }) => msg)).toEqual(['job failed', 'request failed', 'a warning'])
  vi.advanceTimersByTime(10_000)
  log.error({ err: refused }, 'still away')
  expect(said()).toMatchObject([{ msg: 'still away', skipped: 2 }])
  leaving.abort()
  vi.advanceTimersByTime(10_000)
  log.error({ err: refused }, 'the connection ended')
  log.error({ err: new Error('a fault of ours') }, 'request failed')
  expect(said().map(({ msg }) => msg)).toEqual(['request failed'])
})
